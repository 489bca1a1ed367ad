import Testing

@testable import BinaryRecords

/// The mangled names of types.
@Suite struct MangledTypeTests {
  private static func read(_ name: String) throws -> String {
    "\(try MangledType.read(Array(name.utf8)))"
  }

  @Test(arguments: [
    ("Sb", "Swift.Bool"), ("SS", "Swift.String"), ("Si", "Swift.Int"), ("Su", "Swift.UInt"),
    ("Sd", "Swift.Double"), ("Sf", "Swift.Float"), ("s4Int8V", "Swift.Int8"),
    ("s6UInt64V", "Swift.UInt64"), ("SiSg", "Swift.Optional<Swift.Int>"),
    ("SiSgSg", "Swift.Optional<Swift.Optional<Swift.Int>>"),
    ("SaySSG", "Swift.Array<Swift.String>"),
    ("ShySSG", "Swift.Set<Swift.String>"),
    ("SDySSSiG", "Swift.Dictionary<Swift.String, Swift.Int>"),
    ("SDyS2SG", "Swift.Dictionary<Swift.String, Swift.String>"),
    ("SDySSSaySiGG", "Swift.Dictionary<Swift.String, Swift.Array<Swift.Int>>"),
    ("10Foundation4DateV", "Foundation.Date"), ("4Shop5OrderC", "Shop.Order"),
    ("4Shop5OrderV4KindO", "Shop.Order.Kind"), ("4Shop4PageVySiG", "Shop.Page<Swift.Int>"),
    ("Sqy4Shop5OrderVG", "Swift.Optional<Shop.Order>"),
    // Repeated types, identifiers and words.
    ("SDy4Shop5OrderVACG", "Swift.Dictionary<Shop.Order, Shop.Order>"),
    ("4Shop4PageVyAA5OrderVG", "Shop.Page<Shop.Order>"),
    ("4Shop4PageVyACyAA5OrderVGG", "Shop.Page<Shop.Page<Shop.Order>>"),
    ("15HarborContracts0A4ShipV", "HarborContracts.HarborShip"),
    ("15HarborContracts0aB0V", "HarborContracts.HarborContracts"),
    ("15HarborContracts04ShipB0V", "HarborContracts.ShipContracts"),
    ("4Shop5Order33_0123456789ABCDEF0123456789ABCDEFLLV", "Shop.Order"),
    ("SS5FormsE5InStdV", "Swift.String.InStd"), ("So8NSNumberC", "__C.NSNumber"),
    ("Si_SSt", "(Swift.Int, Swift.String)"), ("SS4name_Sit", "(name: Swift.String, Swift.Int)"),
    ("Si1x_Si1yt", "(x: Swift.Int, y: Swift.Int)"), ("yt", "()"),
    ("x", "generic parameter 0"), ("q_", "generic parameter 1"), ("q0_", "generic parameter 2"),
    ("SDyxq_G", "Swift.Dictionary<generic parameter 0, generic parameter 1>"),
  ])
  func `The types of data are read`(name: String, type: String) throws {
    #expect(try Self.read(name) == type)
  }

  @Test(arguments: [
    ("yyc", "a function"), ("SiSScSg", "a function"), ("yyXC", "a function"),
    ("ypSg", "an existential"), ("4Shop5OrderP_p", "an existential"), ("Sim", "a metatype"),
    ("4Shop5OrderCSgXw", "a weak or unowned reference"), ("xQz", "an associated type"),
    ("Bi64_", "a type of the compiler"), ("qd__", "a parameter of a type in a generic type"),
    ("4Shop4PageV4ItemVySi_SSG", "a type in a generic type"),
  ])
  func `Types that are never encoded are described`(name: String, words: String) {
    #expect(throws: MangledType.Failure.unencodable(words)) { try Self.read(name) }
  }

  @Test(arguments: [
    "", "S", "Sz", "S0", "9Foundation", "4Shop", "4ShopV", "V", "G", "SayG", "SaySi", "SiSi", "AA",
    "AZ", "A", "A5", "t", "Sit", "0", "00", "004abcd", "0A4ShipV", "4Shop0Z0V", "Sg", "_", "y", "q",
    "q0", "99999999999999999999V", "4ShopLLV", "E", "\u{1}abc", "\u{1}", "4Shop5OrderVE", "So",
    "SSV", "SiSg4nameV", "S9999999i",
  ])
  func `Malformed names are rejected`(name: String) {
    #expect(throws: MangledType.Failure.self) { try Self.read(name) }
  }

  @Test func `A short name cannot stand for a huge type`() {
    // Each pair doubles the size of the one before.
    var name = "Si"
    for index in 0..<40 { name = "SDy\(name)A\(index == 0 ? "_" : "A")G" }
    #expect(throws: MangledType.Failure.self) { try Self.read(name) }
    let doubled = "4Shop4PairVySiSiG" + (0..<30).map { _ in "SgAC" }.joined()
    #expect(throws: MangledType.Failure.self) { try Self.read(doubled) }
    let optional = "Si" + String(repeating: "Sg", count: 100_000)
    #expect(throws: MangledType.Failure.self) { try Self.read(optional) }
  }

  @Test func `References are resolved, and can be repeated`() throws {
    let name = Array("SDy\u{1}1234AAG".utf8)
    let type = try MangledType.read(name) { kind, position in
      kind == 1 && position == 4 ? .nominal("Shop.Order", []) : nil
    }
    #expect("\(type)" == "Swift.Dictionary<Shop.Order, Shop.Order>")
    #expect(throws: MangledType.Failure.unknown) { try MangledType.read(name) }
  }

  @Test(arguments: [
    ("$s10Foundation4DateVMn", "Foundation.Date"), ("$sSeMp", "Swift.Decodable"),
    ("$sSEMp", "Swift.Encodable"), ("$sSYMp", "Swift.RawRepresentable"),
    ("$ss5ErrorMp", "Swift.Error"),
    ("$s4Shop5OrderV4KindOMn", "Shop.Order.Kind"), ("$sSSMn", "Swift.String"),
    ("$s4Shop5OrderVMa", nil), ("_ZTV3Foo", nil), ("$sMn", nil), ("$s4ShopMn", nil),
  ])
  func `The symbol of a descriptor names its type`(symbol: String, name: String?) {
    #expect(MangledType.name(ofDescriptor: symbol) == name)
  }
}
