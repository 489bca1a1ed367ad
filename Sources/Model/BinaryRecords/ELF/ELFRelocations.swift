import RecordFormat

/// Determines which places of an image the loader or a linker will fill with an address, and with
/// which address.
struct ELFRelocations {
  typealias Accessor = DeclaredRecord.Accessor

  /// The places to find, with their contents in the file.
  private let slots: [UInt64: UInt64]
  private let range: ClosedRange<UInt64>
  private(set) var found: [UInt64: Accessor] = [:]

  init?(slots: [UInt64: UInt64]) {
    guard let first = slots.keys.min(), let last = slots.keys.max() else { return nil }
    self.slots = slots
    range = first...last
  }

  /// Reads a table whose entries contain the addend.
  mutating func read(withAddend table: Bytes, symbolsAreFinal: Bool) {
    var offset = 0
    while let place = table.integer(UInt64.self, at: offset),
      let addend = table.integer(UInt64.self, at: offset + 16)
    {
      if range.contains(place), slots[place] != nil {
        let refersToSymbol = table.integer(UInt32.self, at: offset + 12) != 0
        found[place] = refersToSymbol || !symbolsAreFinal ? .symbolic : .address(addend)
      }
      offset += 24
    }
  }

  /// Reads a table whose addends are stored at the places of its entries.
  mutating func read(inPlace table: Bytes, symbolsAreFinal: Bool) {
    var offset = 0
    while let place = table.integer(UInt64.self, at: offset),
      let information = table.integer(UInt64.self, at: offset + 8)
    {
      if range.contains(place), let value = slots[place] {
        found[place] =
          information >> 32 != 0 || !symbolsAreFinal ? .symbolic : .address(value)
      }
      offset += 16
    }
  }

  /// Reads a table that contains only places: an address, followed by a bit for each of the next 63
  /// words.
  mutating func read(packed table: Bytes) {
    var next: UInt64 = 0
    var offset = 0
    while let word = table.integer(UInt64.self, at: offset) {
      offset += 8
      guard word & 1 == 1 else {
        fill(word)
        next = word &+ 8
        continue
      }
      let end = next &+ 63 * 8
      // Most entries of the table are for other places.
      if next <= range.upperBound, end >= range.lowerBound || end < next {
        for bit in 1...63 where word >> UInt64(bit) & 1 == 1 {
          fill(next &+ UInt64(bit - 1) * 8)
        }
      }
      next = end
    }
  }

  private mutating func fill(_ place: UInt64) {
    if range.contains(place), let value = slots[place] { found[place] = .address(value) }
  }
}
