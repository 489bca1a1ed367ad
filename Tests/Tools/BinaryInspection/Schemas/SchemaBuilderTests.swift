import BinaryRecords
import Declarations
import ModuleGraph
import Testing

@testable import BinaryInspection

/// The types in records, resolved among the types of a program.
@Suite struct SchemaBuilderTests {
  /// Types with one field each, which encode it.
  private static func image(_ names: String...) -> ReflectedTypes {
    var image = ReflectedTypes()
    for name in names {
      image.types += [
        ReflectedType(
          name: name, kind: .structure, fields: [.init("x", .nominal("Swift.Int", []))]),
        ReflectedType(name: "\(name).CodingKeys", kind: .enumeration, fields: [.init("x")]),
      ]
      image.conformances[name] = [.encodable, .decodable]
    }
    return image
  }

  private static func record(
    _ kind: RecordKind, _ key: String, _ detail: String, line: Int = 1
  ) -> DeclaredRecord {
    DeclaredRecord(
      kind: kind, key: key, fileID: "Shop/Shop.swift", line: line, id: UInt64(line),
      detail: detail)
  }

  private static func lines(
    _ images: [ReflectedTypes], _ records: DeclaredRecord...
  ) -> [String] {
    var builder = SchemaBuilder(TypeCatalog(images))
    for record in records { builder.add(record) }
    return builder.schemas.lines
  }

  /// The type of a job of the module Shop whose payload is written so.
  private static func payload(_ written: String, _ images: ReflectedTypes...) -> [String] {
    Array(lines(images, record("tjob", "Send", #"{"payload":"\#(written)"}"#)).dropFirst())
  }

  @Test func `Jobs, contracts, events and relay keys have their types as written, with places`() {
    let lines = Self.lines(
      [Self.image("Shop.Order")],
      Self.record("tjob", "Send", #"{"payload":"Order","result":"[Order]?"}"#, line: 2),
      Self.record(
        "khct", "kl://Shop/buy",
        #"{"parameters":[{"name":"b","type":"Int"},{"name":"a","type":"Order"}],"result":"Bool"}"#),
      Self.record("phky", "orders", #"{"member":"orders","type":"[String: Order]"}"#, line: 4),
      Self.record("tjob", "Clean", #"{"payload":"Order","result":"Void"}"#, line: 5),
      Self.record("rhea", ".didOrder", #"{"payload":"Order"}"#, line: 6),
      Self.record("rhea", ".didClean", #"{"func":"clean"}"#, line: 7),
      Self.record("task", "Load", #"{"on":["didFinishLaunching"],"result":"Order"}"#))
    #expect(
      lines == [
        "contract kl://Shop/buy (Shop, Shop/Shop.swift:1)", "  argument b: Int",
        "  argument a: Shop.Order", "    Shop.Order {x: Int}", "  result: Bool", "",
        "event .didOrder (Shop, Shop/Shop.swift:6)", "  value: Shop.Order", "",
        "job Clean (Shop, Shop/Shop.swift:5)", "  payload: Shop.Order", "",
        "job Send (Shop, Shop/Shop.swift:2)", "  payload: Shop.Order", "  result: [Shop.Order]?",
        "", "relay orders (Shop, Shop/Shop.swift:4)", "  value: [String: Shop.Order]",
      ])
  }

  @Test func `A dictionary is an object if its key conforms, and unknown if this is unknown`() {
    var image = Self.image("Shop.Port", "Shop.Berth")
    image.conformances["Shop.Port"]?.insert(.codingKeyRepresentable)
    #expect(Self.payload("[Port: Int]", image) == ["  payload: [Shop.Port: Int]"])
    #expect(
      Self.payload("[Berth: Int]", image) == [
        "  payload: [Shop.Berth: Int]", "    Shop.Berth {x: Int}",
      ])
    #expect(
      Self.payload("[Quay: Int]", image) == [
        "  payload: [Quay: Int]",
        "    [Quay: Int] is opaque: the conformances of its key Quay are unknown",
      ])
  }

  @Test func `A type of the declaring module hides the types of other modules`() {
    #expect(
      Self.payload("Order", Self.image("Shop.Order", "Mail.Order")) == [
        "  payload: Shop.Order", "    Shop.Order {x: Int}",
      ])
    #expect(Self.payload("Date", Self.image("Shop.Date"))[0] == "  payload: Shop.Date")
    #expect(
      Self.payload("Mail.Order", Self.image("Shop.Order", "Mail.Order"))[0].hasSuffix("Mail.Order"))
  }

  @Test func `The only type with a name is found in other types and modules`() {
    #expect(Self.payload("Order", Self.image("Shop.Cart.Order"))[0] == "  payload: Shop.Cart.Order")
    #expect(Self.payload("Order", Self.image("Mail.Order"))[0] == "  payload: Mail.Order")
    #expect(Self.payload("Cart.Order", Self.image("Mail.Cart.Order"))[0].hasSuffix("Cart.Order"))
    #expect(Self.payload("Date", Self.image("Shop.Order")) == ["  payload: Date"])
    #expect(Self.payload("Swift.Int", Self.image("Shop.Int")) == ["  payload: Int"])
    #expect(Self.payload("Array<Foundation.Date>", Self.image()) == ["  payload: [Date]"])
    #expect(Self.payload("Set<Optional<URL>>", Self.image()) == ["  payload: Set<URL?>"])
  }

  @Test(arguments: [
    (["Mail.Order", "Post.Order"], "Mail.Order, Post.Order"),
    (["Shop.Cart.Order", "Shop.Order"], "Shop.Cart.Order, Shop.Order"),
    (["Shop.Cart.Order", "Mail.Order"], "Mail.Order, Shop.Cart.Order"),
  ])
  func `If several types may be meant, the form is opaque and names them`(
    names: [String], candidates: String
  ) {
    let images = names.map { Self.image($0) }
    let lines = Self.lines(images, Self.record("tjob", "Send", #"{"payload":"[Order]"}"#))
    #expect(
      lines.dropFirst() == [
        "  payload: [Order]", "    Order is opaque: it may be one of \(candidates)",
      ])
  }

  @Test func `A type that is not Codable is no candidate for the payload of a job`() {
    var image = Self.image("Mail.Order", "Post.Order")
    image.conformances["Post.Order"] = [.encodable]
    #expect(Self.payload("[Order]?", image)[0] == "  payload: [Mail.Order]?")
    #expect(Self.payload("Set<[Order?]>", image)[0] == "  payload: Set<[Mail.Order?]>")
    #expect(Self.payload("Swift.Set<Order>", image)[0] == "  payload: Set<Mail.Order>")
    // The value of a relay may have any type.
    let relay = Self.record("phky", "orders", #"{"type":"Order"}"#)
    #expect(Self.lines([image], relay)[1] == "  value: Order")
    image.conformances = [:]
    #expect(Self.payload("Order", image)[0] == "  payload: Order")
  }

  @Test func `A standard name that a nested type may hide is opaque`() {
    #expect(
      Self.payload("Data", Self.image("Shop.Cart.Data"))
        == [
          "  payload: Data", "    Data is opaque: it may be one of Foundation.Data, Shop.Cart.Data",
        ])
  }

  @Test func `A type that is not known is opaque, with the reason`() {
    let unknown =
      "no type of the program has the name; it may be a typealias, or a type of a library that "
      + "was not read"
    #expect(
      Self.payload("Names", Self.image())
        == ["  payload: Names", "    Names is opaque: \(unknown)"])
    #expect(
      Self.payload("Set<Names>", Self.image()) == [
        "  payload: Set<Names>", "    Set<Names> is opaque: of its argument Names: \(unknown)",
      ])
    #expect(
      Self.payload("Cart.Order", Self.image("Mail.Inner.Cart.Order"))[1].hasSuffix(unknown))
    #expect(
      Self.payload("any Codable", Self.image())
        == ["  payload: an existential", "    an existential is opaque: it is an existential"])
    #expect(
      Self.payload("Order", ReflectedTypes(reason: "the file is not linked"))
        == ["  payload: Order", "    Order is opaque: the file is not linked"])
    #expect(
      Self.lines([], Self.record("tjob", "Send", "{}")).dropFirst() == [
        "  payload: unknown", "    unknown is opaque: the declaration does not write its type",
      ])
  }

  @Test func `A type that two images contain is the same if its fields are`() {
    let image = Self.image("Mail.Order")
    #expect(Self.payload("Order", image, image)[1] == "    Mail.Order {x: Int}")
    var other = image
    other.types[0] = ReflectedType(name: "Mail.Order", kind: .structure, fields: [])
    let reason = "the program declares several types with this name"
    #expect(Self.payload("Order", image, other)[1] == "    Mail.Order is opaque: \(reason)")
    var twice = image
    twice.types += image.types
    #expect(Self.payload("Order", twice)[1] == "    Mail.Order is opaque: \(reason)")
  }

  @Test func `Types that contain ever larger types end`() {
    var image = Self.image("Shop.Page")
    let argument = SwiftType.nominal("Shop.Page", [.nominal("Shop.Page", [.parameter(0)])])
    image.types[0] = ReflectedType(
      name: "Shop.Page", kind: .structure, fields: [.init("x", argument)], isGeneric: true)
    let lines = Self.payload("Page<Int>", image)
    #expect(lines.count < 1_000)
    #expect(lines.last == "    a type that is too large is opaque: it is a type that is too large")
  }

  @Test func `A declaration is chosen by its name, and by the types in its values`() {
    var builder = SchemaBuilder(TypeCatalog([Self.image("Shop.Order", "Shop.Cart")]))
    builder.add(Self.record("tjob", "Send", #"{"payload":"Order"}"#))
    builder.add(Self.record("tjob", "Buy", #"{"payload":"[Cart]"}"#, line: 2))
    let schemas = builder.schemas
    #expect(schemas.positions(of: "Send") == [1])
    #expect(schemas.positions(of: "Shop.Cart") == [0])
    #expect(schemas.positions(of: "Cart") == [0])
    #expect(schemas.positions(of: "Cat") == [])
    #expect(schemas.keeping([schemas.uses[0]]).forms.keys.sorted() == ["Shop.Cart"])
    #expect(schemas.allNames == ["Buy", "Cart", "Order", "Send", "Shop.Cart", "Shop.Order"])
  }
}
