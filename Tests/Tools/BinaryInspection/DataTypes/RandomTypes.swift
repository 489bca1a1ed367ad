import BinaryInspection
import Foundation
import ModularityTestSupport

/// Random types, and types that are like another one, as two builds of a program have.
struct RandomTypes {
  private var random: SeededGenerator
  private static let names = ["A", "B", "C"]
  private static let keys = ["a", "b", "c", "1", "_0"]
  private static let rawValues: [(DataType.Basic, [String])] = [
    (.string, ["", "a", "AAAA", "http://[", "8C1A2D33-4B5E-4F60-8A7B-9C0D1E2F3A4B"]),
    (.int, ["0", "1", "-1", "300"]), (.uint8, ["0", "1", "200"]), (.int32, ["0", "70000"]),
    (.double, ["0.5", "1", "1e+300"]), (.float, ["0.5", "1"]),
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns two types: unrelated ones, or one with a few changes.
  mutating func pair() -> (written: DynamicType, read: DynamicType) {
    let type = self.type()
    if chance(20) { return (type, self.type()) }
    var other = type
    for _ in 0...Int.random(in: 0...2, using: &random) { mutate(&other) }
    return Bool.random(using: &random) ? (type, other) : (other, type)
  }

  private mutating func type() -> DynamicType {
    let count = Int.random(in: 1...3, using: &random)
    var type = DynamicType(.named(Self.names[count - 1]))
    for (index, name) in Self.names.enumerated() { type.forms[name] = form(index) }
    if chance(30) { type.type = self.type(below: 3) }
    return type
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  /// Returns a form that contains named types directly only if their index is lower.
  private mutating func form(_ index: Int) -> DataForm {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: return .object(fields(index, 0...3))
    case 5:
      // A type that contained itself here would have values of one shape only, each in the next.
      let basic = type(below: 0, depth: 0)
      return .single(
        index > 0 && chance(50) ? .named(Self.names[index - 1]) : chance(50) ? .array(basic) : basic
      )
    case 6..<8:
      let keys = Self.keys.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
      var cases: [DataForm.Case] = []
      for key in keys { cases.append(.init(key, fields(index, 0...2))) }
      return .cases(cases)
    default:
      let (basic, values) = Self.rawValues.randomElement(using: &random)!
      let count = Int.random(in: 1...values.count, using: &random)
      return .rawValues(basic, Array(values.shuffled(using: &random).prefix(count)))
    }
  }

  private mutating func fields(_ index: Int, _ count: ClosedRange<Int>) -> [DataForm.Field] {
    let keys = Self.keys.shuffled(using: &random)
      .prefix(Int.random(in: count, using: &random))
    var fields: [DataForm.Field] = []
    for key in keys { fields.append(field(key, type(below: index))) }
    return fields
  }

  private mutating func field(_ key: String, _ type: DataType) -> DataForm.Field {
    guard case .optional = type else {
      return DataForm.Field(key, type, hasDefault: chance(10))
    }
    let writesNil = chance(15)
    return DataForm.Field(key, type, writesNil: writesNil, hasDefault: writesNil && chance(30))
  }

  private mutating func type(below index: Int, depth: Int = 2) -> DataType {
    switch depth == 0 ? 0 : Int.random(in: 0..<16, using: &random) {
    case 0..<6: return .basic(DataType.Basic.allCases.randomElement(using: &random)!)
    case 6..<9: return .optional(type(below: 3, depth: depth - 1))
    case 9: return .array(type(below: 3, depth: depth - 1))
    case 10: return .set(type(below: 3, depth: depth - 1))
    case 11 where chance(30):
      return .keyed(
        by: Bool.random(using: &random) ? "K" : "L", value: type(below: 3, depth: depth - 1))
    case 11..<13:
      let keys: [DataType] = [
        .basic(.string), .basic(.string), .basic(.int), .basic(.int8), .optional(.basic(.string)),
      ]
      return .dictionary(
        key: keys.randomElement(using: &random)!, value: type(below: 3, depth: depth - 1))
    default:
      return index == 0
        ? .basic([.int, .string, .double].randomElement(using: &random)!)
        : .named(Self.names[Int.random(in: 0..<index, using: &random)])
    }
  }

  // MARK: - Changes

  private mutating func mutate(_ type: inout DynamicType) {
    guard chance(85) else {
      type.type = changed(type.type)
      return
    }
    let index = Int.random(in: 0..<3, using: &random)
    let name = Self.names[index]
    switch type.forms[name]! {
    case .object(var fields) where !chance(10):
      mutate(&fields, index)
      type.forms[name] = .object(fields)
    case .cases(var cases) where !chance(10):
      let chosen = Int.random(in: 0..<cases.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where cases.count > 1: cases.remove(at: chosen)
      case 1:
        if let key = Self.keys.first(where: { key in !cases.contains { $0.key == key } }) {
          cases.append(.init(key, fields(index, 0...2)))
        }
      default:
        var fields = cases[chosen].fields
        mutate(&fields, index)
        cases[chosen] = .init(cases[chosen].key, fields)
      }
      type.forms[name] = .cases(cases)
    case .rawValues(let basic, let values) where !chance(30):
      let all = Self.rawValues.first { $0.0 == basic }!.1
      let new = all.first { !values.contains($0) }
      type.forms[name] = .rawValues(basic, new.map { values + [$0] } ?? Array(values.dropLast()))
      if case .rawValues(_, []) = type.forms[name]! { type.forms[name] = form(index) }
    default: type.forms[name] = form(index)
    }
  }

  private mutating func mutate(_ fields: inout [DataForm.Field], _ index: Int) {
    let unused = Self.keys.first { key in !fields.contains { $0.key == key } }
    let chosen = fields.indices.randomElement(using: &random)
    switch (Int.random(in: 0..<6, using: &random), chosen, unused) {
    case (0, let chosen?, _): fields.remove(at: chosen)
    case (1, _, let key?): fields.append(field(key, type(below: index)))
    case (2, let chosen?, let key?): fields[chosen] = field(key, fields[chosen].type)
    case (_, let chosen?, _):
      fields[chosen] = field(fields[chosen].key, changed(fields[chosen].type))
    default: break
    }
  }

  /// Returns a type that is similar to another one.
  private mutating func changed(_ type: DataType) -> DataType {
    switch (type, Int.random(in: 0..<4, using: &random)) {
    case (.optional(let wrapped), 0...1): return wrapped
    case (.optional(let wrapped), _): return .optional(changed(wrapped))
    case (_, 0): return .optional(type)
    case (.array(let element), 1): return .set(element)
    case (.array(let element), _): return .array(changed(element))
    case (.set(let element), _): return .array(element)
    case (.dictionary(let key, let value), 1): return .dictionary(key: key, value: changed(value))
    case (.dictionary(_, let value), _) where chance(20): return .keyed(by: "K", value: value)
    case (.keyed(let key, let value), 1): return .keyed(by: key, value: changed(value))
    case (.keyed(let key, let value), 2): return .keyed(by: key == "K" ? "L" : "K", value: value)
    case (.dictionary(_, let value), _), (.keyed(_, let value), _):
      return .dictionary(
        key: [.basic(.string), .basic(.int), .basic(.int8)].randomElement(using: &random)!,
        value: value)
    default: return self.type(below: 0, depth: 1)
    }
  }
}
