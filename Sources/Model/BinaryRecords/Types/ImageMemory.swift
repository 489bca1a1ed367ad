/// The memory of an image as the loader maps it.
///
/// The metadata of types consists of small structures that refer to each other by relative
/// addresses. Every read is checked, and all reads together are limited, because a hostile file may
/// refer to the same place again and again.
struct ImageMemory {
  /// The target of a pointer that the loader writes.
  enum Target: Hashable {
    case address(UInt64)
    /// A symbol of another image, by its name.
    case symbol(String)
  }

  private let bytes: Bytes
  private let segments: [BinarySegment]
  private let pointers: any ImagePointers
  private var budget: ReadBudget

  init(_ bytes: Bytes, segments: [BinarySegment], pointers: any ImagePointers) {
    self.bytes = bytes
    self.segments = segments
    self.pointers = pointers
    budget = ReadBudget(for: bytes)
  }

  /// Subtracts the cost of reading these bytes from the limit of all reads.
  mutating func spend(_ count: Int) -> Bool { budget.spend(count) }

  /// Returns the offset in the file of an address.
  private func offset(of address: UInt64) -> Int? {
    guard let segment = segments.first(where: { $0.holds(address) }) else { return nil }
    let (offset, overflows) = segment.fileOffset.addingReportingOverflow(address - segment.address)
    return overflows ? nil : Int(exactly: offset)
  }

  /// Returns the integer at an address, or `nil` if the file does not contain it.
  func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ type: Integer.Type = Integer.self, at address: UInt64
  ) -> Integer? {
    offset(of: address).flatMap { bytes.integer(type, at: $0) }
  }

  /// Returns the string at an address.
  mutating func text(at address: UInt64) -> String? {
    guard let offset = offset(of: address),
      let text = bytes.text(at: UInt64(offset), limit: 1_024), spend(text.utf8.count + 1)
    else { return nil }
    return text
  }

  /// Returns the target of the relative address at an address, or `nil` if it is zero.
  func relative(at address: UInt64) -> UInt64? {
    guard let distance = integer(Int32.self, at: address), distance != 0 else { return nil }
    return address &+ UInt64(bitPattern: Int64(distance))
  }

  /// Returns the target of the relative address at an address, whose lowest bit states that it
  /// leads to a pointer.
  func relativeOrIndirect(at address: UInt64, mask: UInt64 = ~1) -> Target? {
    guard let target = relative(at: address) else { return nil }
    return target & 1 == 1 ? pointer(at: target & mask) : .address(target & mask)
  }

  /// Returns the target of the pointer at an address.
  func pointer(at address: UInt64) -> Target? {
    pointers.target(at: address, contents: integer(at: address))
  }
}

/// The pointers of an image that the loader sets.
protocol ImagePointers {
  /// Returns the target of the pointer at an address, which contains this value in the file.
  func target(at address: UInt64, contents: UInt64?) -> ImageMemory.Target?
}

/// The pointers of an ELF file.
struct ELFPointers: ImagePointers {
  private struct Entry {
    let symbol: UInt32
    let addend: UInt64
  }

  /// The maximum number of relocations that are read.
  private static let most = 1 << 22

  private var entries: [UInt64: Entry] = [:]
  private let symbols: Bytes?
  private let strings: Bytes?

  init(_ dynamic: ELFDynamic) {
    typealias Tag = ELFDynamic.Tag
    symbols = dynamic[Tag.symbols].flatMap { dynamic.bytes(at: $0) }
    strings = dynamic.strings
    guard
      let table = dynamic.table(at: Tag.relocationsWithAddend, size: Tag.relocationsWithAddendSize)
    else { return }
    entries.reserveCapacity(min(table.count / 24, Self.most))
    var offset = 0
    while entries.count < Self.most, let place = table.integer(UInt64.self, at: offset),
      let symbol = table.integer(UInt32.self, at: offset + 12),
      let addend = table.integer(UInt64.self, at: offset + 16)
    {
      entries[place] = Entry(symbol: symbol, addend: addend)
      offset += 24
    }
  }

  func target(at address: UInt64, contents: UInt64?) -> ImageMemory.Target? {
    guard let entry = entries[address] else {
      // Tables without addends, and images with fixed addresses, have the address in the place.
      return contents.flatMap { $0 == 0 ? nil : .address($0) }
    }
    guard entry.symbol != 0 else { return .address(entry.addend) }
    let start = Int(entry.symbol) * ELFSymbols.entrySize
    guard let symbols, let strings, let name = symbols.integer(UInt32.self, at: start),
      let section = symbols.integer(UInt16.self, at: start + 6),
      let value = symbols.integer(UInt64.self, at: start + 8)
    else { return nil }
    if section != 0 { return .address(value &+ entry.addend) }
    return strings.text(at: UInt64(name), limit: 1_024).map { .symbol($0) }
  }
}

/// The pointers of a linked Mach-O file.
struct MachOPointers: ImagePointers {
  /// The names of imported symbols by the addresses of their pointers.
  let imports: [UInt64: String]
  /// The address at which the linker placed the image.
  let base: UInt64

  func target(at address: UInt64, contents: UInt64?) -> ImageMemory.Target? {
    if let name = imports[address] { return .symbol(name) }
    guard let contents, contents != 0 else { return nil }
    // Chained fixups keep the target in the lowest 36 bits, relative to the image or not.
    let target = contents & 0xF_FFFF_FFFF
    return .address(target < base ? base + target : target)
  }
}
