#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension RouteAddress {
  /// The text without the query, and without the question mark before it.
  package var textWithoutQuery: String {
    layout.hasQuery ? cutting(from: layout.pathEnd, to: layout.queryEnd) : text
  }

  /// The place without a query, as Foundation has URLs.
  ///
  /// Foundation makes no URL of some texts that are addresses, such as
  /// `kl://a|b/c`, and changes escapes of others: `/a|b%20c` becomes
  /// `/a%7Cb%2520c`. So it gets texts in which there is nothing left to escape. It
  /// writes a host that is not ASCII as punycode if it can.
  package var url: URL {
    let text = textWithoutQuery
    // An empty text is no URL; the address of nothing is `/`.
    if !text.isEmpty, Self.isURLText(text) { return URL(string: text) ?? Self.rootURL }
    return URL(string: escapedText(escapingHost: false))
      ?? URL(string: escapedText(escapingHost: true)) ?? Self.rootURL
  }

  /// Returns the address of a URL that was made from ``url`` and changed.
  ///
  /// A host that is still the one of ``url`` stays as it is written here, though
  /// Foundation spells it otherwise.
  ///
  /// - Returns: The address; nothing if the URL is still ``url``.
  /// - Throws: What is wrong with the URL.
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

  /// The address of nothing: what a call has whose URL is none.
  package static let root: RouteAddress = {
    guard let root = try? RouteAddress("/") else { preconditionFailure("'/' is an address") }
    return root
  }()

  private static let rootURL = URL(string: "/") ?? URL(filePath: "/")

  /// Returns whether a text has only what may stand in a URL, and escapes.
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

  /// The text without its query, in which all is escaped that must be, the host
  /// only if that is asked for or if it is ASCII.
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
        // Without an empty host before it, the first component would be read as one.
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
  /// The text that routes are looked up by.
  ///
  /// Foundation writes a host that is not ASCII as punycode, `kl://中文` as
  /// `kl://xn--fiq228c`, and a routing class is named by what was meant. Other
  /// hosts are left as they are.
  package var routeText: String {
    let text = absoluteString
    guard text.contains("xn--"), var parts = (try? RouteAddress(text))?.parts,
      let host = URLComponents(url: self, resolvingAgainstBaseURL: true)?.host, host != parts.host
    else { return text }
    parts.host = host
    return (try? parts.canonicalText()) ?? text
  }
}
