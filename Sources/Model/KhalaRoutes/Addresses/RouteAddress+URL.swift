#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension RouteAddress {
  /// The string without the query and its question mark.
  package var textWithoutQuery: String {
    layout.hasQuery ? cutting(from: layout.pathEnd, to: layout.queryEnd) : text
  }

  /// The address without its query, as a Foundation URL.
  ///
  /// Foundation cannot create a URL from some valid addresses, such as `kl://a|b/c`, and changes
  /// the escapes of others: `/a|b%20c` becomes `/a%7Cb%2520c`. It therefore gets strings without
  /// characters to escape. It converts a non-ASCII host to Punycode if possible.
  package var url: URL {
    let text = textWithoutQuery
    // An empty string is not a URL. The empty address is `/`.
    if !text.isEmpty, Self.isURLText(text) { return URL(string: text) ?? Self.rootURL }
    return URL(string: escapedText(escapingHost: false))
      ?? URL(string: escapedText(escapingHost: true)) ?? Self.rootURL
  }

  /// Returns the address of a URL that was created from ``url`` and changed.
  ///
  /// A host that still equals the host of ``url`` keeps its spelling in this address, although
  /// Foundation writes it in another way.
  ///
  /// - Returns: The address, or `nil` if the URL still equals ``url``.
  /// - Throws: An error if the URL is invalid.
  package func changed(to newURL: URL) throws(RouteAddressError) -> RouteAddress? {
    let url = url
    let text = newURL.absoluteString
    guard text != url.absoluteString else { return nil }
    let changed = try RouteAddress(text)
    guard let host, changed.host == (try RouteAddress(url.absoluteString)).host else {
      return try RouteAddress(newURL.routeText)
    }
    guard changed.host != host else { return changed }
    var parts = changed.parts
    parts.host = host
    return try RouteAddress(parts)
  }

  /// The empty address, which a call has if its URL is invalid.
  package static let root: RouteAddress = {
    guard let root = try? RouteAddress("/") else { preconditionFailure("'/' is an address") }
    return root
  }()

  private static let rootURL = URL(string: "/") ?? URL(filePath: "/")

  /// Returns whether a string consists of characters that are allowed in a URL, and escapes.
  private static func isURLText(_ text: String) -> Bool {
    var hasFragment = false
    for byte in text.utf8 {
      if byte == ASCII.number {
        if hasFragment { return false }
        hasFragment = true
      } else if byte >= 0x80 || !PercentEncoding.CharacterSet.url.contains(byte) {
        return false
      }
    }
    return true
  }

  /// Returns the string without its query, with all necessary escapes.
  ///
  /// A non-ASCII host is escaped only on request.
  private func escapedText(escapingHost: Bool) -> String {
    var output = scheme.map { $0 + ":" } ?? ""
    ByteView.of(text) { bytes in
      var path = ""
      PercentEncoding.append(bytes, layout.path, leaving: .path, to: &path)
      if !layout.host.isEmpty {
        output += "//"
        if !layout.userInfo.isEmpty {
          PercentEncoding.append(bytes, layout.userInfo, leaving: .userInfo, to: &output)
          output += "@"
        }
        let host = bytes.text(in: layout.host.offsets)
        let isIPv6Address = host.utf8.first == ASCII.openBracket
        if isIPv6Address || !escapingHost && !host.utf8.allSatisfy({ $0 < 0x80 }) {
          output += host
        } else {
          PercentEncoding.append(bytes, layout.host, leaving: .host, to: &output)
        }
        if let port { output += ":\(port)" }
      } else if path.hasPrefix("//") {
        // Without an empty host before it, the first component would be parsed as the host.
        output += "//"
      }
      output += path
      if !fragmentRange.isEmpty {
        output += "#"
        PercentEncoding.append(bytes, fragmentRange, leaving: .fragment, to: &output)
      }
    }
    return output.isEmpty ? "/" : output
  }
}

extension URL {
  /// The string with which routes are looked up.
  ///
  /// Foundation writes a non-ASCII host as Punycode, such as `kl://xn--fiq228c` for `kl://中文`, but
  /// the routing class has the original name. Other hosts are not changed.
  package var routeText: String {
    let text = absoluteString
    guard text.contains("xn--"), var parts = (try? RouteAddress(text))?.parts,
      let host = URLComponents(url: self, resolvingAgainstBaseURL: true)?.host, host != parts.host
    else { return text }
    parts.host = host
    return (try? parts.canonicalText()) ?? text
  }
}
