import Foundation
import ModularityTestSupport
import Testing

@testable import TaskStore

/// The forms of types, as their own code shows them.
@Suite struct TypeFormTests {
  /// Returns the lines that describe a type and the types inside of it, by the names of the types.
  private func forms(of type: any Any.Type) -> [String: [String]] {
    var forms = TypeForms()
    var found: [String: [String]] = [:]
    var name = ""
    _ = forms.add(type)
    forms.describe { line in
      switch line[0] {
      case "started": name = line[1]
      case "type": found[name] = [line[2...].joined(separator: " ")]
      default: found[name]?.append(line.joined(separator: " "))
      }
    }
    return found
  }

  private func form<Value>(of type: Value.Type) -> [String]? {
    forms(of: type)[String(reflecting: type)]
  }

  private func required(_ key: String, _ type: String) -> String {
    "field \(key) \(type) required always"
  }

  private func optional(_ key: String, _ type: String) -> String {
    "field \(key) \(type) optional sometimes"
  }

  // MARK: - Synthesized code

  struct Parcel: Codable {
    var number: Int
    var note: String?
    var sizes: [Size]
    var parts: [String: [Parcel]]

    enum CodingKeys: String, CodingKey {
      case number = "n"
      case note, sizes, parts
    }
  }

  enum Size: String, Codable, CaseIterable { case small = "S", large = "L" }
  enum Level: Int, Codable { case low = -1, high = 300 }
  enum Single: UInt8, Codable { case only = 7 }

  @Test func `A structure has its encoded keys`() {
    let module = String(reflecting: Self.self)
    let forms = forms(of: [Parcel?].self)
    #expect(forms.count == 2)
    #expect(
      forms["\(module).Parcel"]
        == [
          "object", required("n", "Swift.Int"), optional("note", "Swift.String"),
          required("sizes", "Swift.Array<\(module).Size>"),
          required("parts", "Swift.Dictionary<Swift.String, Swift.Array<\(module).Parcel>>"),
        ])
    #expect(forms["\(module).Size"] == ["rawValues Swift.String S L"])
  }

  @Test func `Raw values are listed in the order of the cases`() {
    #expect(form(of: Level.self) == ["rawValues Swift.Int -1 300"])
    #expect(form(of: Single.self) == ["rawValues Swift.UInt8 7"])
  }

  struct Box<Content: Codable>: Codable { var content: Content }

  @Test func `A generic member with an optional type is required, and may be null`() {
    #expect(
      form(of: Box<Int?>.self)
        == ["object", required("content", "Swift.Optional<Swift.Int>")])
    #expect(
      form(of: Box<Date>.self) == ["object", required("content", String(reflecting: Date.self))])
  }

  indirect enum Shape: Codable {
    case group(Shape, [Shape])
    case circle(radius: Double)
    case label(String, color: String?)
    case none

    enum CodingKeys: String, CodingKey {
      case group
      case circle = "c"
      case label, none
    }
  }

  @Test func `The cases of a recursive enumeration have their encoded keys`() {
    let name = String(reflecting: Shape.self)
    #expect(
      form(of: Shape.self)
        == [
          "cases", "case group", required("_0", name), required("_1", "Swift.Array<\(name)>"),
          "case c", required("radius", "Swift.Double"),
          "case label", required("_0", "Swift.String"), optional("color", "Swift.String"),
          "case none",
        ])
  }

  enum OnlyNumbers: Codable { case one, two }
  struct Empty: Codable {}

  @Test func `Cases without values and structures without members have forms`() {
    #expect(form(of: OnlyNumbers.self) == ["cases", "case one", "case two"])
    #expect(form(of: Empty.self) == ["object"])
  }

  // MARK: - Code written by hand

  struct Number: RawRepresentable, Codable { var rawValue: Int }

  /// A member that was added later, with a default.
  struct Later: Codable {
    var weight: Int

    enum CodingKeys: CodingKey { case weight }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      weight = try container.decodeIfPresent(Int.self, forKey: .weight) ?? 400
    }
  }

  @Test func `A wrapped value and a member with a default have forms`() {
    #expect(form(of: Number.self) == ["single Swift.Int"])
    #expect(
      form(of: Later.self)
        == ["object", "field weight Swift.Int optional always"])
  }

  /// A member whose errors are ignored.
  struct Lenient: Codable {
    var weight: Int

    enum CodingKeys: CodingKey { case weight }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      weight = (try? container.decode(Int.self, forKey: .weight)) ?? 400
    }
  }

  /// A member whose key depends on another one.
  struct Renamed: Codable {
    var weight: Int

    enum CodingKeys: CodingKey { case weight, mass }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      weight =
        container.contains(.mass)
        ? try container.decode(Int.self, forKey: .mass)
        : try container.decode(Int.self, forKey: .weight)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(weight, forKey: .weight)
    }
  }

  /// A value that is written in another way than it is read.
  struct Asymmetric: Codable {
    var date: Date

    init(from decoder: any Decoder) throws {
      date = try decoder.singleValueContainer().decode(Date.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("\(date)")
    }
  }

  struct Strict: Codable {
    var text: String

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
      guard text.hasPrefix("ID-") else { throw CocoaError(.coderReadCorrupt) }
    }
  }

  struct Pair: Codable {
    var values: (Int, Int)

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      values = (try container.decode(Int.self), try container.decode(Int.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(values.0)
      try container.encode(values.1)
    }
  }

  class Base: Codable { var number = 0 }
  final class Derived: Base {
    var text = ""

    enum CodingKeys: CodingKey { case text }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      text = try container.decode(String.self, forKey: .text)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .text)
      try super.encode(to: container.superEncoder())
    }
  }

  /// An enumeration whose coding ignores its raw values.
  enum Position: String, Codable {
    case first, second

    init(from decoder: any Decoder) throws {
      self = try decoder.singleValueContainer().decode(Int.self) == 1 ? .first : .second
    }
  }

  private static let opaque: [(type: any Any.Type, reason: String)] = [
    (Lenient.self, "its code accepts values without 'weight', or with another type for it"),
    (Renamed.self, "its code reads and writes other members for other values"),
    (Asymmetric.self, "its code reads and writes values in different ways"),
    (Pair.self, "it is encoded as an array by its own code"),
    (Derived.self, "its superclass encodes a part of it"),
    (Position.self, "its code does not encode its raw value"),
  ]

  @Test(arguments: opaque.indices)
  func `Code with other rules has no form, with the reason`(index: Int) {
    let (type, reason) = Self.opaque[index]
    #expect(forms(of: type)[String(reflecting: type)] == ["opaque \(reason)"])
  }

  struct Order: Codable { var identifier: Strict }

  @Test func `Code that rejects the values of a test is not observed`() {
    let reason = "its code rejects the values of a test"
    #expect(form(of: Strict.self) == ["unobserved \(reason)"])
    #expect(form(of: Order.self) == ["unobserved \(reason)"])
  }

  @Test func `A type is described after it was announced, and a skipped one is not`() {
    var forms = TypeForms(skipped: [String(reflecting: Number.self)])
    _ = forms.add([Number].self)
    _ = forms.add(Empty?.self)
    var lines: [[String]] = []
    forms.describe { lines.append($0) }
    let name = String(reflecting: Empty.self)
    #expect(lines == [["started", name], ["type", name, "object"]])
  }
}
