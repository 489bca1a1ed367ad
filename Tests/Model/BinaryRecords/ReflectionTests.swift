import BinaryRecords
import Testing

/// The metadata of types in files that are made byte by byte.
@Suite struct ReflectionTests {
  private static let expected = [
    ReflectedType(
      name: "Shop.Order", kind: .structure,
      fields: [
        .init("number", .nominal("Swift.Int", [])),
        .init("date", .nominal("Swift.Optional", [.nominal("Foundation.Date", [])])),
        .init("pages", .nominal("Swift.Array", [.nominal("Shop.Order", [])])),
      ]),
    ReflectedType(
      name: "Shop.Order.CodingKeys", kind: .enumeration, fields: [.init("number"), .init("date")]),
  ]

  private static let samples = ["ELF": TypeSample.elf(), "Mach-O": TypeSample.machO()]

  private static func types(in bytes: [UInt8]) throws -> ReflectedTypes {
    try #require(try Sample.read(bytes).images.first).reflectedTypes()
  }

  @Test(arguments: samples.keys.sorted())
  func `Types, their fields and their conformances are read`(name: String) throws {
    let bytes = try #require(Self.samples[name])
    let types = try Self.types(in: bytes)
    #expect(types.types == Self.expected)
    #expect(types.conformances == ["Shop.Order": [.decodable]])
    #expect(types.reason == nil)
  }

  @Test func `A file that is not linked, or has no table of sections, says so`() throws {
    #expect(
      try Self.types(in: Sample.object()).reason
        == "the file is not linked, so the types of its fields are open")
    var bytes = TypeSample.elf()
    // The offset, the count and the names of sections.
    for place in [40, 60, 62] { bytes.store(UInt16(0), at: place) }
    let types = try Self.types(in: bytes)
    #expect(types.types.isEmpty)
    #expect(
      types.reason == "the program has no table of sections, because it was stripped")
  }

  @Test(arguments: samples.keys.sorted())
  func `Every truncated file, and every changed byte, is read without a crash`(
    name: String
  ) throws {
    let bytes = try #require(Self.samples[name])
    for count in stride(from: 0, to: bytes.count, by: 3) {
      for image in (try? Sample.read(Array(bytes.prefix(count))))?.images ?? [] {
        #expect(image.reflectedTypes().types.count <= 2)
      }
    }
    for place in bytes.indices {
      for change: UInt8 in [0x01, 0x80, 0xFF] {
        var changed = bytes
        changed[place] ^= change
        for image in (try? Sample.read(changed))?.images ?? [] {
          #expect(image.reflectedTypes().types.count <= bytes.count)
        }
      }
    }
  }

  @Test func `Contexts that are around each other have no types`() throws {
    var bytes = TypeSample.elf()
    let order = 64 + 12
    // The type is its own parent, by the distance from the field to its start.
    bytes.store(Int32(-4), at: order + 4)
    #expect(try Self.types(in: bytes).types.isEmpty)
    // And by way of the private context of its keys.
    bytes.store(Int32(28 - 4), at: order + 4)
    #expect(try Self.types(in: bytes).types.isEmpty)
  }

  @Test func `A list that repeats a type has it once`() throws {
    let sample = TypeSample()
    var bytes = TypeSample.elf()
    let list = 64 + sample.types.lowerBound
    let distance = bytes.integer(at: list)
    bytes.store(distance - 4, at: list + 4)
    #expect(try Self.types(in: bytes).types == [Self.expected[0]])
  }
}

extension [UInt8] {
  /// The little-endian integer at an offset.
  fileprivate func integer(at offset: Int) -> Int32 {
    Int32(bitPattern: (0..<4).reduce(0) { $0 | UInt32(self[offset + $1]) << (8 * UInt32($1)) })
  }
}
