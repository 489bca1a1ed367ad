extension ELFDynamic {
  /// Returns the symbols that the loader uses and whose names start with the prefix.
  func symbols(withPrefix prefix: String) -> [BinarySymbol] {
    guard let start = self[Tag.symbols], let strings, let table = bytes(at: start) else {
      return []
    }
    return ELFSymbols(table: table, strings: strings).symbols(
      withPrefix: prefix, count: symbolCount)
  }

  /// The number of symbols.
  ///
  /// No tag contains it. It is computed from the hash table that the loader uses to look up
  /// symbols.
  private var symbolCount: Int {
    if let address = self[Tag.hash], let table = bytes(at: address),
      let count = table.integer(UInt32.self, at: 4)
    {
      return Int(count)
    }
    guard let address = self[Tag.gnuHash], let table = bytes(at: address) else { return 0 }
    return Self.symbolCount(gnuHash: table)
  }

  /// Returns the index after the last symbol of the last chain.
  ///
  /// If the table is empty, returns the number of symbols that are not in it.
  private static func symbolCount(gnuHash table: Bytes) -> Int {
    guard let bucketCount = table.integer(UInt32.self, at: 0),
      let first = table.integer(UInt32.self, at: 4),
      let bloomCount = table.integer(UInt32.self, at: 8)
    else { return 0 }
    let buckets = 16 + 8 * Int(bloomCount)
    var last = 0
    for bucket in 0..<min(Int(bucketCount), ELFSymbols.most) {
      guard let symbol = table.integer(UInt32.self, at: buckets + 4 * bucket) else { break }
      last = max(last, Int(symbol))
    }
    guard last >= Int(first), last > 0 else { return Int(first) }
    let chains = buckets + 4 * Int(bucketCount)
    while let hash = table.integer(UInt32.self, at: chains + 4 * (last - Int(first))) {
      last += 1
      // The lowest bit marks the end of a chain.
      if hash & 1 == 1 || last > ELFSymbols.most { break }
    }
    return last
  }
}

/// A table of symbols with the strings that it refers to.
struct ELFSymbols {
  let table: Bytes
  let strings: Bytes

  static let entrySize = 24

  /// The maximum number of symbols that are read.
  ///
  /// No program has as many, but a sparse file may state any number.
  static let most = 1 << 22

  /// Returns the symbols among the first `count` whose names start with the prefix.
  func symbols(withPrefix prefix: String, count: Int) -> [BinarySymbol] {
    let wanted = Array(prefix.utf8)
    var found: [BinarySymbol] = []
    // The first entry means "none".
    for index in 1..<max(1, min(count, table.count / Self.entrySize, Self.most)) {
      let start = index * Self.entrySize
      guard let name = table.integer(UInt32.self, at: start),
        let info = table.integer(UInt8.self, at: start + 4),
        let section = table.integer(UInt16.self, at: start + 6),
        let address = table.integer(UInt64.self, at: start + 8)
      else { break }
      let binding = info >> 4
      // Other images cannot see local symbols.
      guard binding != 0, strings.holds(wanted, at: Int(name)),
        let text = strings.text(at: UInt64(name))
      else { continue }
      found.append(
        BinarySymbol(
          name: text, isDefined: section != 0, isWeak: binding == 2,
          address: section == 0 ? 0 : address))
    }
    return found
  }
}
