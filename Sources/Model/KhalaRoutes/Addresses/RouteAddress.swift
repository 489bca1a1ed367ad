/// A URL, taken apart.
///
/// The text is read once and stays as it is; an address only knows where its
/// parts are, and decodes a part when it is asked for. What it takes:
///
/// - A scheme, user info, a host and a port are optional: `users/5` and
///   `//users/5` are addresses too. `kl:///f` has no host, `kl:f` neither.
/// - Case is kept everywhere.
/// - Every component of the path counts. Empty ones do not: `a//b/` has two
///   components, as has `a/b`. `.` and `..` are components like any other,
///   because routes are names and not places in a file system.
/// - Every item of the query is kept, in order: duplicates, flags without a
///   value, empty values. Only empty pieces are not, as between `&&`. A `+` is a
///   plus.
/// - Text that is not ASCII is taken as it is and as percent escapes, in the host
///   too, which is not rewritten as punycode.
/// - A space, a control character, a percent sign without two hexadecimal digits,
///   or escapes that are no UTF-8 make the text no address. Nothing is guessed or
///   repaired. All other characters are taken as they are.
///
/// Texts are compared by their bytes in routing; as in `String`, two addresses
/// are equal if their decoded parts are canonically equivalent.
@usableFromInline
package struct RouteAddress: Sendable {
  /// The most bytes that an address may have.
  static let maximumSize = 1 << 24

  /// The text as it was given.
  @usableFromInline package let text: String

  /// The places of the parts.
  @usableFromInline let layout: Layout

  /// Takes a URL apart.
  ///
  /// - Parameter text: The URL.
  /// - Throws: What is wrong with it, and where.
  /// - Complexity: One pass over the UTF-8 of the text, without allocating.
  package init(_ text: String) throws(RouteAddressError) {
    layout = try ByteView.of(text) { RouteAddressScanner.scan($0) }.get()
    self.text = text
  }

  /// Returns a text as an address, with percent escapes for what cannot stand in one.
  ///
  /// - Returns: `nil` if more than single characters is wrong with it.
  package static func escaping(_ text: String) -> String? {
    var bytes = Array(text.utf8)
    for _ in 0...bytes.count {
      do throws(RouteAddressError) {
        return try RouteAddress(String(decoding: bytes, as: UTF8.self)).text
      } catch {
        let wrong = error.offset..<error.offset + 1
        switch error.reason {
        case .invalidCharacter(let byte):
          bytes.replaceSubrange(wrong, with: PercentEncoding.escape(byte).utf8)
        case .brokenEscape: bytes.replaceSubrange(wrong, with: "%25".utf8)
        default: return nil
        }
      }
    }
    return nil
  }

  /// The scheme, in the case in which it is written.
  package var scheme: String? { optionalText(layout.scheme) }

  /// The text before the `@`, decoded as a whole.
  package var userInfo: String? { optionalText(layout.userInfo) }

  /// The host, decoded; an IPv6 address with its brackets.
  package var host: String? { optionalText(layout.host) }

  /// The port.
  package var port: Int? {
    layout.port.isEmpty ? nil : Int(ByteView.of(text) { $0.text(in: layout.port.offsets) })
  }

  /// The components of the path, decoded.
  package var components: [String] {
    ByteView.of(text) { bytes in
      rawComponents(bytes, in: layout.path).map { PercentEncoding.decode(bytes, in: $0) }
    }
  }

  /// The components that routes are matched with: the host, if there is one, and those of the path.
  package var routeComponents: [String] {
    (host.map { [$0] } ?? []) + components
  }

  /// The part behind the name of the class: the components after the first one.
  package var functionName: String? {
    let names = routeComponents.dropFirst()
    return names.isEmpty ? nil : names.joined(separator: "/")
  }

  /// The items of the query in their order, decoded.
  package var queryItems: [RouteQueryItem] { withQueryItems { Array($0) } }

  /// The values of the query by name, decoded; the first of a name wins, and a name
  /// without a value is left out.
  package var queryValues: [String: Any] {
    withQueryItems { items in Dictionary(RouteQueryValues(items)) { first, _ in first } }
  }

  /// The first item of the query that has this name.
  @inlinable @inline(__always)
  package func firstQueryItem(named name: String) -> RouteQueryItem? {
    Self.firstQueryItem(named: name, of: text, layout)
  }

  /// The first item of the query that has this name, of an address by its parts, so that it
  /// need not be copied as a whole.
  @usableFromInline
  static func firstQueryItem(
    named name: String, of text: String, _ layout: Layout
  ) -> RouteQueryItem? {
    ByteView.of(text) { bytes in
      var items = RouteQueryItems(bytes, in: layout.query)
      return items.first(named: name)
    }
  }

  /// Calls `body` with the items of the query, for as long as it runs.
  @inline(__always)
  func withQueryItems<Value>(_ body: (RouteQueryItems) -> Value) -> Value {
    let query = layout.query
    return ByteView.of(text) { body(RouteQueryItems($0, in: query)) }
  }

  /// The text behind the `#`, decoded.
  package var fragment: String? { optionalText(fragmentRange) }

  /// The range of the text behind the `#`.
  var fragmentRange: ByteRange { layout.fragment(inTextOf: text.utf8.count) }

  /// The text without a piece of it.
  func cutting(from start: UInt32, to end: UInt32) -> String {
    ByteView.of(text) { bytes in
      let beginning = bytes.text(in: 0..<Int(start))
      return Int(end) == bytes.count
        ? beginning : beginning + bytes.text(in: Int(end)..<bytes.count)
    }
  }

  /// The text of a part, decoded.
  func decoded(_ range: ByteRange) -> String {
    ByteView.of(text) { PercentEncoding.decode($0, in: range) }
  }

  /// The components in a piece of the path, each decoded.
  func decodedComponents(_ range: ByteRange) -> [String] {
    ByteView.of(text) { bytes in
      rawComponents(bytes, in: range).map { PercentEncoding.decode(bytes, in: $0) }
    }
  }

  private func optionalText(_ range: ByteRange) -> String? {
    range.isEmpty ? nil : decoded(range)
  }

  /// Returns the ranges of the components in a piece of the path.
  private func rawComponents(_ bytes: ByteView, in range: ByteRange) -> [ByteRange] {
    var components: [ByteRange] = []
    var start = Int(range.start)
    for offset in range.offsets where bytes[offset] == ASCII.slash {
      if offset > start { components.append(ByteRange(start, offset)) }
      start = offset + 1
    }
    if start < Int(range.end) { components.append(ByteRange(start, Int(range.end))) }
    return components
  }
}

extension RouteAddress {
  /// The offsets in the UTF-8 of an address at which its parts begin or end.
  ///
  /// Addresses are copied a few times in every call, so this keeps only the offsets from
  /// which all others follow.
  @usableFromInline
  struct Layout: BitwiseCopyable, Hashable, Sendable {
    /// The end of the scheme, or 0 if there is none.
    var schemeEnd: UInt32 = 0
    /// The start of the host; equal to its end if there is none.
    var hostStart: UInt32 = 0
    var hostEnd: UInt32 = 0
    var pathStart: UInt32 = 0
    var pathEnd: UInt32 = 0
    /// The end of the query, or that of the path if there is none.
    var queryEnd: UInt32 = 0
    /// A Boolean value that indicates whether there is an escape in the host or the path.
    var isRouteEscaped = false

    var scheme: ByteRange { ByteRange(start: 0, end: schemeEnd) }
    var host: ByteRange { ByteRange(start: hostStart, end: hostEnd) }
    var path: ByteRange { ByteRange(start: pathStart, end: pathEnd) }

    /// A Boolean value that indicates whether there is a query, which may be empty.
    var hasQuery: Bool { queryEnd > pathEnd }

    /// The range behind the question mark.
    var query: ByteRange {
      hasQuery ? ByteRange(start: pathEnd &+ 1, end: queryEnd) : .empty
    }

    /// The range before the `@`.
    var userInfo: ByteRange {
      // Behind the colon of the scheme and two slashes.
      let start = schemeEnd == 0 ? 2 : schemeEnd &+ 3
      return !host.isEmpty && hostStart > start
        ? ByteRange(start: start, end: hostStart &- 1) : .empty
    }

    /// The range of the digits behind the host and its colon.
    var port: ByteRange {
      !host.isEmpty && hostEnd < pathStart
        ? ByteRange(start: hostEnd &+ 1, end: pathStart) : .empty
    }

    /// The range behind the `#`, in a text of so many bytes.
    func fragment(inTextOf size: Int) -> ByteRange {
      Int(queryEnd) < size ? ByteRange(Int(queryEnd) + 1, size) : .empty
    }
  }
}

/// Why a text is no address, or why parts cannot be put together to one.
package struct RouteAddressError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason of an error.
  package enum Reason: Hashable, Sendable {
    /// There is nothing.
    case empty
    /// The text has more bytes than an address may have.
    case tooLong
    /// Something stands before a colon that is no scheme.
    case invalidScheme
    /// A space, a control character, or a second `@`.
    case invalidCharacter(UInt8)
    /// A percent sign without two hexadecimal digits.
    case brokenEscape
    /// Escapes whose bytes are no UTF-8.
    case notUTF8
    /// User info or a port with no host between them.
    case missingHost
    /// Brackets that do not hold an IPv6 address.
    case invalidHost
    /// A port that is no number from 0 to 65535.
    case invalidPort
    /// A part that cannot be written: an empty component, or a query item that
    /// has neither name nor value.
    case emptyPart
  }

  /// The reason of the error.
  package let reason: Reason

  /// The offset in the UTF-8 of the text, or the number of the part.
  package let offset: Int

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  package var description: String {
    switch reason {
    case .empty:
      "the URL is empty: give it at least a path, such as '/home'."
    case .tooLong:
      "the URL has more than \(RouteAddress.maximumSize) bytes: send what is that large beside it."
    case .invalidScheme:
      """
      what stands before the colon at offset \(offset) is no scheme: begin it with a letter, and \
      go on with letters, digits, '+', '-' and '.'; or escape the colon as '%3A'.
      """
    case .invalidCharacter(let byte):
      """
      \(Self.name(of: byte)) at offset \(offset) cannot stand in a URL: \
      escape it as '\(PercentEncoding.escape(byte))'.
      """
    case .brokenEscape:
      """
      the percent sign at offset \(offset) is not followed by two hexadecimal digits: for the \
      sign itself write '%25'.
      """
    case .notUTF8:
      "the escapes at offset \(offset) are no UTF-8: escape the bytes of UTF-8 text."
    case .missingHost:
      "a host is missing at offset \(offset), where user info or a port is given: name it."
    case .invalidHost:
      "the brackets at offset \(offset) do not enclose an IPv6 address: write '[::1]' or no bracket."
    case .invalidPort:
      "the port at offset \(offset) is no number from 0 to 65535: correct it or leave it out."
    case .emptyPart:
      """
      part \(offset) is empty and cannot be written: leave out empty path components and query \
      items without name and value.
      """
    }
  }

  private static func name(of byte: UInt8) -> String {
    switch byte {
    case ASCII.space: "the space"
    case 0x21..<0x7F: "the character '\(Character(Unicode.Scalar(byte)))'"
    default: "the control character \(byte)"
    }
  }
}
