import BinaryInspection
import Foundation
import Testing

/// The value of a type that is known at run time only is coded like a declared one.
@Suite struct DynamicValueTests {
  struct Empty: Codable, Hashable {}

  struct Container: Codable, Hashable {
    var number: String
    var tons: Int
    var weight: Double?
    var inner: Empty?
  }

  struct Nested: Codable, Hashable {
    var twice: Int??
    var list: [Int?]
    var names: [String: Container]
    var numbers: [Int: Bool]
    var pairs: [Int8: String]
  }

  struct Box<Value: Codable & Hashable>: Codable, Hashable {
    var value: Value
  }

  final class Chain: Codable {
    var next: Chain?
    init(_ next: Chain?) { self.next = next }
  }

  enum Shape: Codable, Hashable {
    case none
    case circle(Double)
    case rectangle(width: Int?, Int)
    indirect case group([Shape])
  }

  enum Color: String, Codable, Hashable { case red, green = "grün" }
  enum Level: Int, Codable, Hashable { case low = 1, high }
  enum Share: Double, Codable, Hashable { case half = 0.5, whole = 1 }

  struct Values: Codable, Hashable {
    var date: Date
    var data: Data
    var link: URL
    var id: UUID
    var price: Decimal
    var color: Color
    var small: Int8
  }

  static let forms: [String: DataForm] = [
    "Empty": .object([]),
    "Container": .object([
      .init("number", .basic(.string)), .init("tons", .basic(.int)),
      .init("weight", .optional(.basic(.double))), .init("inner", .optional(.named("Empty"))),
    ]),
    "Nested": .object([
      .init("twice", .optional(.optional(.basic(.int)))),
      .init("list", .array(.optional(.basic(.int)))),
      .init("names", .dictionary(key: .basic(.string), value: .named("Container"))),
      .init("numbers", .dictionary(key: .basic(.int), value: .basic(.bool))),
      .init("pairs", .dictionary(key: .basic(.int8), value: .basic(.string))),
    ]),
    "Box<Int?>": .object([.init("value", .optional(.basic(.int)), writesNil: true)]),
    "Box<Empty>": .object([.init("value", .named("Empty"))]),
    "Chain": .object([.init("next", .optional(.named("Chain")))]),
    "Shape": .cases([
      .init("none"), .init("circle", [.init("_0", .basic(.double))]),
      .init(
        "rectangle", [.init("width", .optional(.basic(.int))), .init("_1", .basic(.int))]),
      .init("group", [.init("_0", .array(.named("Shape")))]),
    ]),
    "Color": .rawValues(.string, ["red", "grün"]),
    "Level": .rawValues(.int, ["1", "2"]),
    "Share": .rawValues(.double, ["0.5", "1"]),
    "Values": .object([
      .init("date", .basic(.date)), .init("data", .basic(.data)), .init("link", .basic(.url)),
      .init("id", .basic(.uuid)), .init("price", .basic(.decimal)), .init("color", .named("Color")),
      .init("small", .basic(.int8)),
    ]),
  ]

  /// A declared type with its description, and values of it.
  struct Sample: Sendable {
    let type: DynamicType
    let values: [Data]
    let canDecode: @Sendable (Data) -> Bool

    init<Value: Codable & SendableMetatype>(_ type: DataType, _ values: Value...) throws {
      self.type = DynamicType(type, forms)
      self.values = try values.map { try encoder.encode($0) }
      canDecode = { (try? JSONDecoder().decode(Value.self, from: $0)) != nil }
    }
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  private static let samples: [Sample] = {
    let container = Container(number: "A1", tons: 12)
    let whole = Container(number: "", tons: -1, weight: 0.5, inner: Empty())
    let numbers = DataType.dictionary(key: .basic(.int), value: .basic(.bool))
    do {
      return try [
        Sample(.named("Empty"), Empty()),
        Sample(.named("Container"), container, whole),
        Sample(.array(.named("Container")), [], [container], [container, whole]),
        Sample(.optional(.named("Container")), container, nil),
        Sample(
          .named("Nested"),
          Nested(twice: nil, list: [], names: [:], numbers: [:], pairs: [:]),
          Nested(
            twice: 3, list: [1, nil], names: ["a": whole], numbers: [1: true],
            pairs: [3: "c"])),
        Sample(.named("Box<Int?>"), Box<Int?>(value: nil), Box<Int?>(value: 1)),
        Sample(.named("Box<Empty>"), Box(value: Empty())),
        Sample(.named("Chain"), Chain(nil), Chain(Chain(nil))),
        Sample(
          .named("Shape"), Shape.none, .circle(1.5), .rectangle(width: nil, 2),
          .rectangle(width: 1, 2), .group([.none, .circle(2)])),
        Sample(.named("Color"), Color.red, .green),
        Sample(.named("Level"), Level.low, .high),
        Sample(.named("Share"), Share.half, .whole),
        Sample(
          .named("Values"),
          Values(
            date: Date(timeIntervalSinceReferenceDate: 0.5), data: Data([1, 255]),
            link: URL(string: "http://example.org/a?b#c")!, id: UUID(), price: 0.25, color: .green,
            small: -3)),
        Sample(.set(.basic(.string)), Set<String>(), ["a"]),
        Sample(numbers, [Int: Bool](), [1: true, -2: false]),
        Sample(.dictionary(key: .named("Color"), value: .named("Level")), [Color.red: Level.low]),
        Sample(.basic(.url), URL(string: "a")!),
        Sample(.basic(.float), Float(0.1), .greatestFiniteMagnitude),
        Sample(.basic(.uint64), UInt64.max),
        Sample(.optional(.optional(.basic(.bool))), Bool??.none, true),
        Sample(.array(.array(.named("Empty"))), [[Empty()], []]),
      ]
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// Values that no sample type writes.
  private static let others = [
    "{}", "[]", "null", "1.0", "1e2", "-1", "9223372036854775808", "\"\"", "\"a\"", "\"http://[\"",
    "[null]", "[1,2]", "[[1]]", "{\"none\":5}", "{\"none\":null}", "{\"none\":{\"_0\":1}}",
    "{\"none\":{},\"zz\":1}", "{\"none\":{},\"circle\":{\"_0\":1}}", "{\"value\":null}",
    "{\"next\":null}",
    #"{"twice":null,"list":[],"names":{},"numbers":{},"pairs":[]}"#, "{\"next\":{\"next\":1}}",
    "{\"a\":true}", "{\"01\":true}", "[1,\"a\",2]",
    "{\"rectangle\":{\"width\":null,\"_1\":2}}", "{\"number\":\"a\",\"tons\":1,\"weight\":null}",
  ].map { Data($0.utf8) }

  @Test func `A dynamic value is written as it was by a declared type`() throws {
    for sample in Self.samples {
      for json in sample.values {
        let value = try sample.type.decode(json)
        #expect(
          String(decoding: try Self.encoder.encode(value), as: UTF8.self)
            == String(decoding: json, as: UTF8.self))
      }
    }
  }

  @Test func `A member with an optional type inside of an optional type is null for its inner nil`()
    throws
  {
    struct Twice: Codable { var twice: Int?? }
    let real = try Self.encoder.encode(Twice(twice: .some(nil)))
    let dynamic = try Self.encoder.encode(
      DynamicValue.object([.init(key: "twice", value: .innerNull)]))
    #expect(String(decoding: real, as: UTF8.self) == #"{"twice":null}"#)
    #expect(real == dynamic)
  }

  @Test func `A dynamic type reads the values that a declared type reads`() {
    let values = Self.others + Self.samples.flatMap(\.values)
    for sample in Self.samples {
      for json in values {
        #expect(
          sample.canDecode(json) == ((try? sample.type.decode(json)) != nil),
          "\(sample.type.type): \(String(decoding: json, as: UTF8.self))")
      }
    }
  }
}
