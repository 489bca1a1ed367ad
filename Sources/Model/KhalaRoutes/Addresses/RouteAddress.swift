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
  package var components: [String] { Array(routeComponents.dropFirst(layout.host.isEmpty ? 0 : 1)) }

  /// The components that routes are matched with: the host, if there is one, and those of the path.
  package var routeComponents: [String] {
    ByteView.of(text) { bytes in
      RouteComponents(of: bytes, layout).ranges.map { PercentEncoding.decode(bytes, in: $0) }
    }
  }

  /// The component of this number among ``routeComponents``.
  func routeComponent(at number: Int) -> String? {
    ByteView.of(text) { bytes in
      RouteComponents(of: bytes, layout).ranges.dropFirst(number).first { _ in true }
        .map { PercentEncoding.decode(bytes, in: $0) }
    }
  }

  /// The part behind the name of the class: the components after the first one.
  package var functionName: String? {
    let names = routeComponents.dropFirst()
    return names.isEmpty ? nil : names.joined(separator: "/")
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

  private func optionalText(_ range: ByteRange) -> String? {
    range.isEmpty ? nil : decoded(range)
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
