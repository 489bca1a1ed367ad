import BinaryInspection
import Foundation

/// Values of a type, among which each position has the values that another type may not read.
///
/// One position at a time varies. This suffices, because types that differ at two positions are
/// not readable if one of them is not.
struct ValueSamples {
  private let forms: [String: DataForm]
  /// The number of types of which the smallest value of a type consists.
  private var ranks: [String: Int] = [:]

  init(forms: [String: DataForm]) {
    self.forms = forms
    for rank in 1...forms.count + 1 {
      for (name, form) in forms where ranks[name] == nil {
        let parts: [[DataForm.Field]] =
          switch form {
          case .object(let fields): [fields]
          case .cases(let cases): cases.map(\.fields)
          case .single(let type): [[.init("", type)]]
          case .rawValues, .opaque: [[]]
          }
        if parts.contains(where: { self.rank(of: $0).map { $0 < rank } ?? false }) {
          ranks[name] = rank
        }
      }
    }
  }

  /// Indicates whether each type has a value.
  ///
  /// A type that contains itself has none.
  var allTypesHaveValues: Bool { ranks.count == forms.count }

  private func rank(of fields: [DataForm.Field]) -> Int? {
    var highest = 0
    for field in fields {
      if case .named(let name) = field.type {
        guard let rank = ranks[name] else { return nil }
        highest = max(highest, rank)
      }
    }
    return highest
  }

  /// Returns values, of which the first has all optional parts.
  ///
  /// After `depth` declared types inside of each other, values are as small as possible.
  func values(of type: DataType, depth: Int = 5) -> [DynamicValue] {
    switch type {
    case .basic(let basic): return Self.values(of: basic).map { .basic($0) }
    case .optional(let wrapped):
      if depth <= 0 { return [.null] }
      return values(of: wrapped, depth: depth).map { $0 == .null ? .innerNull : $0 } + [.null]
    case .array(let element):
      if depth <= 0 { return [.array([])] }
      let values = values(of: element, depth: depth)
      return values.map { .array([$0]) } + [.array([]), .array([values[0], values[0]])]
    case .set(let element):
      return depth <= 0
        ? [.set([])] : values(of: element, depth: depth).map { .set([$0]) } + [.set([])]
    case .dictionary(.basic(.string), let value):
      if depth <= 0 { return [.strings([:])] }
      let values = values(of: value, depth: depth)
      let keys = ["a", "b", "c", "1", "_0"]
      return keys.flatMap { key in values.map { .strings([key: $0]) } } + [.strings([:])]
    case .dictionary(.basic(.int), let value):
      if depth <= 0 { return [.integers([:])] }
      return values(of: value, depth: depth).map { .integers([1: $0]) } + [.integers([:])]
    case .keyed(let key, let value):
      if depth <= 0 { return [.keyed([:])] }
      let values = values(of: value, depth: depth)
      return DynamicCodingKey.keys[key]!.flatMap { key in
        values.map { .keyed([DynamicCodingKey(key): $0]) }
      } + [.keyed([:])]
    case .dictionary(let key, let value):
      if depth <= 0 { return [.pairs([:])] }
      let keys = values(of: key, depth: depth)
      let values = values(of: value, depth: depth)
      return keys.map { .pairs([DynamicKey(value: $0): values[0]]) }
        + values.map { .pairs([DynamicKey(value: keys[0]): $0]) } + [.pairs([:])]
    case .named(let name): return values(of: forms[name]!, depth: depth - 1)
    }
  }

  private func values(of form: DataForm, depth: Int) -> [DynamicValue] {
    switch form {
    case .object(let fields): return members(fields, depth).map { .object($0) }
    case .cases(let cases):
      let ranks = cases.map { rank(of: $0.fields) ?? .max }
      let chosen = depth > 0 ? cases : [cases[ranks.firstIndex(of: ranks.min()!)!]]
      return chosen.flatMap { item in
        members(item.fields, depth).map { .oneCase(item.key, $0) }
      }
    case .single(let type): return values(of: type, depth: depth)
    case .rawValues(let basic, let values):
      return values.map { .basic(DynamicValue.raw(basic, $0)) }
    case .opaque(let reason): preconditionFailure(reason)
    }
  }

  private func members(_ fields: [DataForm.Field], _ depth: Int) -> [[DynamicValue.Member]] {
    let choices = fields.map { field in
      values(of: field.type, depth: depth).map {
        DynamicValue.Member(key: field.key, value: $0, writesNil: field.writesNil)
      }
    }
    let first = choices.map { $0[0] }
    var all = [first, choices.map { $0.last! }]
    for (index, choice) in choices.enumerated() {
      for member in choice.dropFirst() {
        var members = first
        members[index] = member
        all.append(members)
      }
    }
    return all
  }

  private static func values(of basic: DataType.Basic) -> [any (Codable & Hashable & Sendable)] {
    func edges<Integer: FixedWidthInteger & Codable & Sendable>(
      _ type: Integer.Type
    ) -> [any (Codable & Hashable & Sendable)] { [Integer(1), Integer.min, Integer.max] }
    switch basic {
    case .bool: return [true, false]
    case .string: return ["a", "", "http://[", "AAAA", "1"]
    case .int: return edges(Int.self)
    case .int8: return edges(Int8.self)
    case .int16: return edges(Int16.self)
    case .int32: return edges(Int32.self)
    case .int64: return edges(Int64.self)
    case .uint: return edges(UInt.self)
    case .uint8: return edges(UInt8.self)
    case .uint16: return edges(UInt16.self)
    case .uint32: return edges(UInt32.self)
    case .uint64: return edges(UInt64.self)
    case .float:
      return [Float(1), Float(0.5), Float.greatestFiniteMagnitude, Float.leastNonzeroMagnitude]
    case .double: return [1.0, 0.5, -1e300, Double.leastNonzeroMagnitude, 1e20]
    case .decimal:
      return [
        Decimal(1), Decimal(sign: .plus, exponent: -1, significand: 5),
        Decimal.greatestFiniteMagnitude, Decimal.leastNonzeroMagnitude,
      ]
    case .date:
      return [1.0, 0.5, 1e300, -1e20].map { Date(timeIntervalSinceReferenceDate: $0) }
    case .data: return [Data([1, 255]), Data(), Data([0, 0, 0])]
    case .url: return ["http://example.org/a?b=c#d", "a"].map { URL(string: $0)! }
    case .uuid:
      return ["8C1A2D33-4B5E-4F60-8A7B-9C0D1E2F3A4B", "00000000-0000-4000-8000-000000000000"]
        .map { UUID(uuidString: $0)! }
    }
  }
}
