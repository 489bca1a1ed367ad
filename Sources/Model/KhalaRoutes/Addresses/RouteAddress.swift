/// A parsed URL.
///
/// The string is scanned once and stored unchanged. An address stores only the positions of its
/// parts, and decodes a part on demand. It follows these rules:
///
/// - A scheme, user info, a host and a port are optional: `users/5` and `//users/5` are addresses
///   as well. `kl:///f` and `kl:f` have no host.
/// - Case is preserved in all parts.
/// - Every component of the path counts, except empty ones: `a//b/` has two components, like `a/b`.
///   `.` and `..` are ordinary components, because routes are names and not paths in a file system.
/// - Every item of the query is kept in order: duplicates, flags without a value, and empty values.
///   Only empty items are dropped, as between `&&`. A `+` is a plus.
/// - Non-ASCII characters are accepted directly and as percent escapes, including in the host,
///   which is not converted to Punycode.
/// - A space, a control character, a percent sign without two hexadecimal digits, or escapes that
///   are not UTF-8 make the string invalid. Nothing is guessed or repaired. All other characters
///   are accepted.
///
/// Routing compares strings by their bytes. As with `String`, two addresses are equal if their
/// decoded parts are canonically equivalent.
@usableFromInline
package struct RouteAddress: Sendable {
  /// The maximum size of an address in bytes.
  static let maximumSize = 1 << 24

  /// The string as given.
  @usableFromInline package let text: String

  /// The positions of the parts.
  @usableFromInline let layout: Layout

  /// Parses a URL.
  ///
  /// - Parameter text: The URL.
  /// - Throws: An error with the problem and its position.
  /// - Complexity: One pass over the UTF-8 of the string, without allocations.
  package init(_ text: String) throws(RouteAddressError) {
    layout = try ByteView.of(text) { RouteAddressScanner.scan($0) }.get()
    self.text = text
  }

  /// Returns a string as an address, with percent escapes for characters that are not allowed.
  ///
  /// - Returns: The address, or `nil` if escaping single characters is not sufficient.
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

  /// The scheme as written.
  package var scheme: String? { optionalText(layout.scheme) }

  /// The decoded string before the `@`.
  package var userInfo: String? { optionalText(layout.userInfo) }

  /// The decoded host.
  ///
  /// An IPv6 address includes its brackets.
  package var host: String? { optionalText(layout.host) }

  /// The port.
  package var port: Int? {
    layout.port.isEmpty ? nil : Int(ByteView.of(text) { $0.text(in: layout.port.offsets) })
  }

  /// The decoded components of the path.
  package var components: [String] { Array(routeComponents.dropFirst(layout.host.isEmpty ? 0 : 1)) }

  /// The components that routes are matched with: the host, if any, and the components of the path.
  package var routeComponents: [String] {
    ByteView.of(text) { bytes in
      RouteComponents(of: bytes, layout).ranges.map { PercentEncoding.decode(bytes, in: $0) }
    }
  }

  /// Returns the component at an index of ``routeComponents``.
  func routeComponent(at number: Int) -> String? {
    ByteView.of(text) { bytes in
      RouteComponents(of: bytes, layout).ranges.dropFirst(number).first { _ in true }
        .map { PercentEncoding.decode(bytes, in: $0) }
    }
  }

  /// The components after the first one, which follow the name of the class, joined by slashes.
  package var functionName: String? {
    let names = routeComponents.dropFirst()
    return names.isEmpty ? nil : names.joined(separator: "/")
  }

  /// The decoded string after the `#`.
  package var fragment: String? { optionalText(fragmentRange) }

  /// The range of the string after the `#`.
  var fragmentRange: ByteRange { layout.fragment(inTextOf: text.utf8.count) }

  /// Returns the string without a range.
  func cutting(from start: UInt32, to end: UInt32) -> String {
    ByteView.of(text) { bytes in
      let beginning = bytes.text(in: 0..<Int(start))
      return Int(end) == bytes.count
        ? beginning : beginning + bytes.text(in: Int(end)..<bytes.count)
    }
  }

  /// Returns the decoded string of a range.
  func decoded(_ range: ByteRange) -> String {
    ByteView.of(text) { PercentEncoding.decode($0, in: range) }
  }

  private func optionalText(_ range: ByteRange) -> String? {
    range.isEmpty ? nil : decoded(range)
  }
}

extension RouteAddress {
  /// The UTF-8 offsets at which the parts of an address start or end.
  ///
  /// Each call copies addresses a few times, so only the offsets that determine all others are
  /// stored.
  @usableFromInline
  struct Layout: BitwiseCopyable, Hashable, Sendable {
    /// The end of the scheme, or 0 without a scheme.
    var schemeEnd: UInt32 = 0
    /// The start of the host, which equals its end without a host.
    var hostStart: UInt32 = 0
    var hostEnd: UInt32 = 0
    var pathStart: UInt32 = 0
    var pathEnd: UInt32 = 0
    /// The end of the query, or the end of the path without a query.
    var queryEnd: UInt32 = 0
    /// A Boolean value that indicates whether the host or the path contains an escape.
    var isRouteEscaped = false

    var scheme: ByteRange { ByteRange(start: 0, end: schemeEnd) }
    var host: ByteRange { ByteRange(start: hostStart, end: hostEnd) }
    var path: ByteRange { ByteRange(start: pathStart, end: pathEnd) }

    /// A Boolean value that indicates whether the address has a query, which may be empty.
    var hasQuery: Bool { queryEnd > pathEnd }

    /// The range after the question mark.
    var query: ByteRange {
      hasQuery ? ByteRange(start: pathEnd &+ 1, end: queryEnd) : .empty
    }

    /// The range before the `@`.
    var userInfo: ByteRange {
      // After the colon of the scheme and two slashes.
      let start = schemeEnd == 0 ? 2 : schemeEnd &+ 3
      return !host.isEmpty && hostStart > start
        ? ByteRange(start: start, end: hostStart &- 1) : .empty
    }

    /// The range of the digits after the host and its colon.
    var port: ByteRange {
      !host.isEmpty && hostEnd < pathStart
        ? ByteRange(start: hostEnd &+ 1, end: pathStart) : .empty
    }

    /// Returns the range after the `#`, in a string with a size in bytes.
    func fragment(inTextOf size: Int) -> ByteRange {
      Int(queryEnd) < size ? ByteRange(Int(queryEnd) + 1, size) : .empty
    }
  }
}
