/// The metadata of two types, made byte by byte: `Shop.Order`, with a number, a date and pages, and
/// its `CodingKeys`.
struct TypeSample {
  /// The symbols to which the pointers at the end of the bytes lead.
  static let symbols = ["$s10Foundation4DateVMn", "$sSeMp"]

  private(set) var bytes: [UInt8] = []
  private var labels: [String: Int] = [:]
  private var references: [(place: Int, label: String, flag: Int)] = []

  /// The ranges of the lists of types and of conformances, and of the pointers.
  private(set) var types = 0..<0
  private(set) var conformances = 0..<0
  private(set) var pointers = 0..<0

  init() {
    context("module", flags: 0, parent: nil, name: "Shop")
    context("order", flags: 0x51, parent: "module", name: "Order", fields: "orderFields")
    // A private type is in an anonymous context.
    label("anonymous")
    append(UInt32(0x42))
    refer(to: "order")
    context("keys", flags: 0x52, parent: "anonymous", name: "CodingKeys", fields: "keyFields")
    fields("orderFields", kind: 0, [("number", "number"), ("date", "date"), ("pages", "pages")])
    fields("keyFields", kind: 2, [("number", nil), ("date", nil)])
    mangled("number", "Si")
    // An optional type of another image, and an array of a type of this one.
    label("date")
    append([2])
    refer(to: "datePointer")
    append(Array("Sg\0".utf8))
    label("pages")
    append(Array("Say".utf8) + [1])
    refer(to: "order")
    append(Array("G\0".utf8))
    for name in ["Shop", "Order", "CodingKeys", "number", "date", "pages"] {
      label("text \(name)")
      append(Array(name.utf8) + [0])
    }
    align(4)
    label("conformance")
    refer(to: "decodablePointer", flag: 1)
    refer(to: "order")
    append(UInt32(0))
    append(UInt32(0))
    types = range { sample in for name in ["order", "keys"] { sample.refer(to: name) } }
    conformances = range { $0.refer(to: "conformance") }
    align(8)
    pointers = range { sample in
      for name in ["datePointer", "decodablePointer"] {
        sample.label(name)
        sample.append(UInt64(0))
      }
    }
    for (place, label, flag) in references {
      let distance = labels[label].map { Int32($0 - place + flag) } ?? 0
      bytes.store(distance, at: place)
    }
  }

  private mutating func append(_ values: [UInt8]) { bytes += values }

  private mutating func append(_ value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  private mutating func align(_ size: Int) {
    bytes += Array(repeating: 0, count: (size - bytes.count % size) % size)
  }

  private mutating func label(_ name: String) { labels[name] = bytes.count }

  private mutating func refer(to label: String?, flag: Int = 0) {
    if let label { references.append((bytes.count, label, flag)) }
    append(UInt32(0))
  }

  private mutating func range(_ body: (inout TypeSample) -> Void) -> Range<Int> {
    let start = bytes.count
    body(&self)
    return start..<bytes.count
  }

  private mutating func context(
    _ name: String, flags: UInt32, parent: String?, name text: String, fields: String? = nil
  ) {
    label(name)
    append(flags)
    refer(to: parent)
    refer(to: "text \(text)")
    guard let fields else { return }
    append(UInt32(0))
    refer(to: fields)
    append(UInt64(0))
  }

  private mutating func fields(_ name: String, kind: UInt16, _ fields: [(String, String?)]) {
    label(name)
    append(UInt64(0))
    append(kind)
    append(UInt16(12))
    append(UInt32(fields.count))
    for (field, type) in fields {
      append(UInt32(0))
      refer(to: type)
      refer(to: "text \(field)")
    }
  }

  private mutating func mangled(_ name: String, _ text: String) {
    label(name)
    append(Array(text.utf8) + [0])
  }
}

extension TypeSample {
  /// A shared object with the types.
  static func elf() -> [UInt8] {
    let sample = TypeSample()
    var elf = ELFWriter(ELFWriter.shared)
    let start = elf.place(sample.bytes)
    for (name, range) in [
      ("swift5_type_metadata", sample.types), ("swift5_protocol_conformances", sample.conformances),
    ] {
      elf.section(name, 1, at: start + range.lowerBound, size: range.count)
    }
    var strings: [UInt8] = [0]
    var table = ByteWriter(Array(repeating: 0, count: 24))
    var relocations = ByteWriter()
    for (index, symbol) in symbols.enumerated() {
      table.append(UInt32(strings.count), UInt32(0x10), UInt64(0), UInt64(0))
      strings += Array(symbol.utf8) + [0]
      relocations.append(
        UInt64(start + sample.pointers.lowerBound + 8 * index), UInt64(index + 1) << 32 | 1,
        UInt64(0))
    }
    let places = [relocations.bytes, table.bytes, strings].map { elf.place($0) }
    elf.dynamic([
      (7, UInt64(places[0])), (8, UInt64(relocations.bytes.count)), (6, UInt64(places[1])),
      (5, UInt64(places[2])), (10, UInt64(strings.count)),
    ])
    elf.load()
    return elf.bytes()
  }

  /// A Mach-O library with the types, at an address that is not its offset.
  static func machO() -> [UInt8] {
    let sample = TypeSample()
    let (contents, base) = (640, UInt64(0x1_0000_0000))
    let strings = Array(symbols.reduce("\0") { "\($0)_\($1)\0" }.utf8)
    let table = contents + sample.bytes.count
    let indirect = table + 16 * symbols.count
    let end = indirect + 4 * symbols.count
    var commands = ByteWriter()
    commands.append(UInt32(0x19), UInt32(72 + 3 * 80))
    commands.append("__TEXT", padded: 16)
    commands.append(
      base, UInt64(end), UInt64(0), UInt64(end), UInt32(5), UInt32(5), UInt32(3), UInt32(0))
    for (name, range, kind) in [
      ("__swift5_types", sample.types, 0), ("__swift5_proto", sample.conformances, 0),
      ("__got", sample.pointers, 6),
    ] {
      let offset = contents + range.lowerBound
      commands.append(name, padded: 16)
      commands.append("__TEXT", padded: 16)
      commands.append(
        base + UInt64(offset), UInt64(range.count), UInt32(offset), UInt32(2), UInt32(0),
        UInt32(0), UInt32(kind), UInt32(0), UInt32(0), UInt32(0))
    }
    commands.append(
      UInt32(2), UInt32(24), UInt32(table), UInt32(symbols.count), UInt32(end),
      UInt32(strings.count))
    commands.append(UInt32(0xB), UInt32(80))
    commands.append(Array(repeating: UInt8(0), count: 48))
    commands.append(UInt32(indirect), UInt32(symbols.count))
    commands.append(Array(repeating: UInt8(0), count: 16))

    var file = ByteWriter()
    file.append(
      UInt32(0xFEED_FACF), UInt32(0x0100_000C), UInt32(0), UInt32(6), UInt32(3),
      UInt32(commands.bytes.count), UInt32(0), UInt32(0))
    file.append(commands.bytes)
    file.append("", padded: contents - file.bytes.count)
    file.append(sample.bytes)
    var name: UInt32 = 1
    for symbol in symbols {
      file.append(name, UInt8(0x01), UInt8(0), UInt16(0), UInt64(0))
      name += UInt32(symbol.utf8.count + 2)
    }
    for index in symbols.indices { file.append(UInt32(index)) }
    file.append(strings)
    return file.bytes
  }
}
