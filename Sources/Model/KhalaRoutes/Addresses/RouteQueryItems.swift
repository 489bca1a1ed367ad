/// A name of a query, with its value if it has one.
///
/// `flag` has none, `flag=` has an empty one.
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

/// The items of a query in their order, each decoded when its turn comes.
struct RouteQueryItems: Sequence, IteratorProtocol {
  /// An item as it is written.
  private struct Piece {
    var name: ByteRange
    var value: ByteRange?
  }

  private let bytes: ByteView
  private var start: Int
  private let end: Int

  /// The items of a query that is somewhere in these bytes.
  init(_ bytes: ByteView, in query: ByteRange) {
    self.bytes = bytes
    start = Int(query.start)
    end = Int(query.end)
  }

  mutating func next() -> RouteQueryItem? {
    guard let piece = nextPiece() else { return nil }
    return RouteQueryItem(PercentEncoding.decode(bytes, in: piece.name), value(of: piece))
  }

  /// The first item from here on that has a name; no other is decoded.
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

  /// Returns the number of items that have a byte like this.
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

/// The items that have a value, as a dictionary takes them.
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

  // A dictionary that knows how much it will hold does not have to grow.
  var underestimatedCount: Int { items.valueCount }
}

extension RouteAddress {
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

  /// The same by the parts of an address, so that it need not be copied.
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
}

extension ByteView {
  /// Returns whether a range holds a text, or `nil` if one of them is not ASCII or the
  /// range has escapes.
  ///
  /// Such texts are equal if they are canonically equivalent, as some characters are to
  /// ASCII ones. Goes byte by byte: names are short, and near the end of the text.
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
