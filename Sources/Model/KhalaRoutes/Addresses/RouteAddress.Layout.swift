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
