extension RouteAddress {
  /// The decoded parts of an address, with which to compare or change it.
  ///
  /// When parts are written, an empty scheme, user info, host or fragment counts as missing.
  package struct Parts: Hashable, Sendable {
    package var scheme: String?
    package var userInfo: String?
    package var host: String?
    package var port: Int?
    package var components: [String]
    package var queryItems: [RouteQueryItem]
    package var fragment: String?

    package init(
      scheme: String? = nil, userInfo: String? = nil, host: String? = nil, port: Int? = nil,
      components: [String] = [], queryItems: [RouteQueryItem] = [], fragment: String? = nil
    ) {
      self.scheme = scheme
      self.userInfo = userInfo
      self.host = host
      self.port = port
      self.components = components
      self.queryItems = queryItems
      self.fragment = fragment
    }
  }

  /// All parts, decoded.
  package var parts: Parts {
    Parts(
      scheme: scheme, userInfo: userInfo, host: host, port: port, components: components,
      queryItems: queryItems, fragment: fragment)
  }

  /// Creates an address in canonical form from its parts.
  ///
  /// - Parameter parts: The parts, without escapes.
  /// - Throws: An error that identifies the invalid part.
  package init(_ parts: Parts) throws(RouteAddressError) {
    self = try RouteAddress(parts.canonicalText())
  }

  /// The canonical form of the address, with as few escapes as possible, and without a trailing
  /// `?`, `#`, `:` or `/`.
  package var canonicalText: String {
    do throws(RouteAddressError) {
      return try parts.canonicalText()
    } catch {
      preconditionFailure("the parts of '\(text)' cannot be written again: \(error)")
    }
  }
}

extension RouteAddress.Parts {
  /// Returns the parts as a URL in canonical form.
  ///
  /// Without a host, the path starts with a slash, so that its first component is never parsed as a
  /// scheme.
  package func canonicalText() throws(RouteAddressError) -> String {
    var output = ""
    if let scheme, !scheme.isEmpty {
      guard ASCII.isScheme(scheme.utf8) else { throw RouteAddressError(.invalidScheme, at: 0) }
      output += scheme + ":"
    }
    try appendAuthority(to: &output)
    for (index, component) in components.enumerated() {
      guard !component.isEmpty else { throw RouteAddressError(.emptyPart, at: index) }
      output += "/"
      PercentEncoding.append(component, leaving: .component, to: &output)
    }
    for (index, item) in queryItems.enumerated() {
      guard !item.name.isEmpty || item.value != nil else {
        throw RouteAddressError(.emptyPart, at: index)
      }
      output += index == 0 ? "?" : "&"
      PercentEncoding.append(item.name, leaving: .queryName, to: &output)
      if let value = item.value {
        output += "="
        PercentEncoding.append(value, leaving: .queryValue, to: &output)
      }
    }
    if let fragment, !fragment.isEmpty {
      output += "#"
      PercentEncoding.append(fragment, leaving: .fragment, to: &output)
    }
    return output.isEmpty ? "/" : output
  }

  private func appendAuthority(to output: inout String) throws(RouteAddressError) {
    let hasUserInfo = userInfo.map { !$0.isEmpty } ?? false
    guard let host, !host.isEmpty else {
      if hasUserInfo || port != nil { throw RouteAddressError(.missingHost, at: 0) }
      return
    }
    output += "//"
    if let userInfo, hasUserInfo {
      PercentEncoding.append(userInfo, leaving: .userInfo, to: &output)
      output += "@"
    }
    if Self.isIPv6Address(host) {
      output += host
    } else {
      PercentEncoding.append(host, leaving: .host, to: &output)
    }
    if let port {
      guard 0...65535 ~= port else { throw RouteAddressError(.invalidPort, at: 0) }
      output += ":\(port)"
    }
  }

  private static func isIPv6Address(_ host: String) -> Bool {
    let bytes = host.utf8
    return bytes.count > 2 && bytes.first == ASCII.openBracket && bytes.last == ASCII.closeBracket
      && bytes.dropFirst().dropLast().allSatisfy(RouteAddressScanner.isIPv6Byte)
  }
}

extension RouteAddress: Hashable, CustomStringConvertible {
  /// Returns whether the decoded parts are equal, regardless of how they are written.
  @usableFromInline package static func == (left: RouteAddress, right: RouteAddress) -> Bool {
    left.parts == right.parts
  }

  @usableFromInline package func hash(into hasher: inout Hasher) {
    hasher.combine(parts)
  }

  @usableFromInline package var description: String { text }
}
