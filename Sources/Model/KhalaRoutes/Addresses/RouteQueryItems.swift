/// An item of a query with an optional value.
///
/// `flag` has no value, and `flag=` has an empty one.
@usableFromInline
package struct RouteQueryItem: Hashable, Sendable, CustomStringConvertible {
  package var name: String
  package var value: String?

  package init(_ name: String, _ value: String? = nil) {
    self.name = name
    self.value = value
  }

  @usableFromInline package var description: String {
    value.map { "\(name)=\($0)" } ?? name
  }
}

/// The items of a query in their order, each decoded on demand.
struct RouteQueryItems: Sequence, IteratorProtocol {
  /// An item as written.
  private struct Piece {
    var name: ByteRange
    var value: ByteRange?
  }

  private let bytes: ByteView
  private var start: Int
  private let end: Int

  /// Creates the sequence of a query's items.
  init(_ bytes: ByteView, in query: ByteRange) {
    self.bytes = bytes
    start = Int(query.start)
    end = Int(query.end)
  }

  mutating func next() -> RouteQueryItem? {
    guard let piece = nextPiece() else { return nil }
    return RouteQueryItem(PercentEncoding.decode(bytes, in: piece.name), value(of: piece))
  }

  /// Returns the next item with a name.
  ///
  /// Other items are not decoded.
  mutating func first(named name: String) -> RouteQueryItem? {
    ByteView.of(name) { wanted in
      while let piece = nextPiece() {
        let isWanted =
          bytes.isASCII(wanted, in: piece.name)
          ?? (PercentEncoding.decode(bytes, in: piece.name) == name)
        if isWanted { return RouteQueryItem(name, value(of: piece)) }
      }
      return nil
    }
  }

  private mutating func nextPiece() -> Piece? {
    while start < end, bytes[start] == ASCII.ampersand { start &+= 1 }
    guard start < end else { return nil }
    let nameStart = start
    var nameEnd = start
    while nameEnd < end, bytes[nameEnd] != ASCII.ampersand, bytes[nameEnd] != ASCII.equals {
      nameEnd &+= 1
    }
    start = nameEnd
    let name = ByteRange(nameStart, nameEnd)
    guard nameEnd < end, bytes[nameEnd] == ASCII.equals else { return Piece(name: name) }
    while start < end, bytes[start] != ASCII.ampersand { start &+= 1 }
    return Piece(name: name, value: ByteRange(nameEnd &+ 1, start))
  }

  private func value(of piece: Piece) -> String? {
    piece.value.map { PercentEncoding.decode(bytes, in: $0) }
  }

  /// The number of items.
  var underestimatedCount: Int { count { _ in true } }

  /// The number of items with a value.
  fileprivate var valueCount: Int { count { $0 == ASCII.equals } }

  /// Returns the number of items that contain a matching byte.
  @inline(__always)
  private func count(_ isWanted: (UInt8) -> Bool) -> Int {
    var count = 0
    var isCounted = false
    var offset = start
    while offset < end {
      let byte = bytes[offset]
      if byte == ASCII.ampersand {
        isCounted = false
      } else if !isCounted, isWanted(byte) {
        count &+= 1
        isCounted = true
      }
      offset &+= 1
    }
    return count
  }
}

/// The items with a value, in the form that a dictionary's initializer takes.
struct RouteQueryValues: Sequence, IteratorProtocol {
  private var items: RouteQueryItems

  init(_ items: RouteQueryItems) {
    self.items = items
  }

  mutating func next() -> (String, Any)? {
    while let item = items.next() {
      if let value = item.value { return (item.name, value) }
    }
    return nil
  }

  // A dictionary with a known size need not grow.
  var underestimatedCount: Int { items.valueCount }
}

extension RouteAddress {
  /// The decoded items of the query in their order.
  package var queryItems: [RouteQueryItem] { withQueryItems { Array($0) } }

  /// The decoded values of the query by name.
  ///
  /// If a name is repeated, its first value is used. A name without a value is omitted.
  package var queryValues: [String: Any] {
    withQueryItems { items in Dictionary(RouteQueryValues(items)) { first, _ in first } }
  }

  /// Returns the first item of the query with a name.
  @inlinable @inline(__always)
  package func firstQueryItem(named name: String) -> RouteQueryItem? {
    Self.firstQueryItem(named: name, of: text, layout)
  }

  /// Returns the same from the parts of an address, which need not be copied.
  @usableFromInline
  static func firstQueryItem(
    named name: String, of text: String, _ layout: Layout
  ) -> RouteQueryItem? {
    ByteView.of(text) { bytes in
      var items = RouteQueryItems(bytes, in: layout.query)
      return items.first(named: name)
    }
  }

  /// Calls `body` with the items of the query, which are valid only during the call.
  @inline(__always)
  func withQueryItems<Value>(_ body: (RouteQueryItems) -> Value) -> Value {
    let query = layout.query
    return ByteView.of(text) { body(RouteQueryItems($0, in: query)) }
  }
}

extension ByteView {
  /// Returns whether a range equals a string, or `nil` if either is not ASCII or the range has
  /// escapes.
  ///
  /// Non-ASCII strings are equal if they are canonically equivalent, which holds even for some
  /// characters and ASCII ones. The comparison is byte by byte, because names are short and near
  /// the end of the string.
  @inline(__always)
  fileprivate func isASCII(_ wanted: ByteView, in range: ByteRange) -> Bool? {
    for index in 0..<wanted.count where wanted[index] >= 0x80 { return nil }
    var isEqual = range.count == wanted.count
    for index in 0..<range.count {
      let byte = self[Int(range.start) &+ index]
      if byte >= 0x80 || byte == ASCII.percent { return nil }
      isEqual = isEqual && byte == wanted[index]
    }
    return isEqual
  }
}
