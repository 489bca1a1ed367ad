extension DataReading {
  /// A comparison of two types, without the types inside of them.
  struct Comparing {
    private let reading: DataReading
    private(set) var result = PairGraph<Problem>.Comparison()

    init(_ pair: Pair, reading: DataReading) {
      self.reading = reading
      visit(pair)
    }

    /// Adds a pair at the position that `step` leads to.
    private mutating func push(_ pair: Pair, step: String?) {
      if !reading.areEqual(pair.written, pair.read) { result.inner.append((pair, step)) }
    }

    private mutating func fail(
      _ written: String, _ read: Part, at step: String? = nil, isUnknown: Bool = false
    ) {
      result.findings.append(
        Problem(DataPath() + step, written: written, read: read, isUnknown: isUnknown))
    }

    /// Reports the problems of a pair itself, and adds the pairs inside of it.
    private mutating func visit(_ pair: Pair) {
      let written = pair.written.shape(in: reading.written)
      let read = pair.read.shape(in: reading.read)
      if read.acceptsEverything { return }
      if case .type(let type) = pair.written, type.isOptional {
        if case .type(let type) = pair.read, type.isOptional {
        } else if case .opaque = read {
          fail("can be null", pair.read, isUnknown: true)
        } else {
          fail("can be null", pair.read)
        }
      }
      visit(written, read, of: pair)
    }

    private mutating func visit(_ written: Shape, _ read: Shape, of pair: Pair) {
      switch (written, read) {
      case (.opaque, _), (_, .opaque):
        if pair.written.unwrapped == pair.read.unwrapped, written == read { return }
        fail("is written as \(pair.written.phrase)", pair.read, isUnknown: true)

      case (.basic(let basic), .basic(let other)):
        if basic.isReadable(as: other) { return }
        fail(
          basic.isText == other.isText && basic != .bool && other != .bool
            ? "is written as any \(basic.rawValue)" : "is written as \(pair.written.phrase)",
          pair.read)
      case (.rawValues(let basic, let values), .basic(let other)):
        if basic.isReadable(as: other) { return }
        for value in values where basic.value(value, as: other) == nil {
          fail("can be \(value)", pair.read)
        }
      case (.rawValues(let basic, let values), .rawValues(let other, let others)):
        let known = Set(others.compactMap { other.value($0, as: other) })
        for value in values {
          if let read = basic.value(value, as: other), known.contains(read) { continue }
          fail("can be \(value)", pair.read)
        }

      case (.array(let element), .array(let other)):
        push(Pair(.type(element), .type(other)), step: "[]")
      case (.pairs(let key, let value), .array(let other)):
        push(Pair(.type(key), .type(other)), step: "[]")
        push(Pair(.type(value), .type(other)), step: "[]")
      case (.pairs(let key, let value), .pairs(let otherKey, let otherValue)):
        push(Pair(.type(key), .type(otherKey)), step: "[key]")
        push(Pair(.type(value), .type(otherValue)), step: "[]")

      case (.dictionary(let value, let keys), .dictionary(let other, let otherKeys)):
        switch (keys, otherKeys) {
        case (_, .strings), (.integers, .integers): break
        case (.strings, .integers): fail("has any keys", pair.read)
        case (.values, _), (_, .values):
          if keys != otherKeys { fail("may have other keys", pair.read, isUnknown: true) }
        }
        push(Pair(.type(value), .type(other)), step: "[]")
      case (.dictionary(let value, let keys), .object(let fields, _)):
        for field in fields {
          if field.isRequired { fail("can be missing", .type(field.type), at: field.key) }
          switch keys {
          case .integers where Int(field.key).map(String.init) != field.key: break
          case .strings, .integers: push(Pair(.type(value), .type(field.readType)), step: field.key)
          case .values:
            fail("may have any value", .type(field.type), at: field.key, isUnknown: true)
          }
        }
      case (.object(let fields, _), .dictionary(let other, let keys)):
        visit(fields.map { ($0.key, .type($0.omitted ?? $0.type)) }, other, keys, of: pair)
      case (.cases(let cases), .dictionary(let other, let keys)):
        visit(cases.map { ($0.key, .payload($0.fields)) }, other, keys, of: pair)

      case (.object(let fields, _), .object(let others, _)): visit(fields, others)
      case (.object(let fields, _), .cases(let cases)): visit(fields, cases, of: pair)
      case (.cases(let cases), .object(let fields, _)): visit(cases, fields)
      case (.cases(let cases), .cases(let others)):
        let others = Dictionary(others.map { ($0.key, $0) }) { first, _ in first }
        for item in cases {
          if let other = others[item.key] {
            push(Pair(.payload(item.fields), .payload(other.fields)), step: item.key)
          } else {
            fail("can be the case '\(item.key)'", pair.read)
          }
        }

      default:
        let isSameName = pair.written.phrase == pair.read.phrase
        fail("is written as \(isSameName ? written.phrase : pair.written.phrase)", pair.read)
      }
    }

    private mutating func visit(_ fields: [DataForm.Field], _ others: [DataForm.Field]) {
      let fields = Dictionary(fields.map { ($0.key, $0) }) { first, _ in first }
      for other in others {
        let field = fields[other.key]
        if other.isRequired, field == nil || field?.omitted != nil {
          fail(
            field == nil ? "is missing" : "is missing for nil", .type(other.type), at: other.key)
        }
        if let field {
          push(Pair(.type(field.omitted ?? field.type), .type(other.readType)), step: other.key)
        }
      }
    }

    /// Visits the members of an object that is read as a dictionary.
    private mutating func visit(
      _ members: [(key: String, part: Part)], _ other: DataType, _ keys: Shape.Keys,
      of pair: Pair
    ) {
      for member in members {
        switch keys {
        case .strings: break
        case .integers where Int(member.key) != nil: break
        case .integers: fail("has the key '\(member.key)'", pair.read)
        case .values: fail("has the key '\(member.key)'", pair.read, isUnknown: true)
        }
        push(Pair(member.part, .type(other)), step: member.key)
      }
    }

    /// Visits a structure that is read as an enumeration: it needs exactly one of the cases.
    private mutating func visit(
      _ fields: [DataForm.Field], _ cases: [DataForm.Case], of pair: Pair
    ) {
      let cases = Dictionary(cases.map { ($0.key, $0) }) { first, _ in first }
      let known = fields.filter { cases[$0.key] != nil }
      if known.count != 1 || known[0].omitted != nil {
        fail("does not always have the key of exactly one case", pair.read)
      }
      for field in known {
        guard let other = cases[field.key] else { continue }
        push(
          Pair(.type(field.omitted ?? field.type), .payload(other.fields)), step: field.key)
      }
    }

    /// Visits an enumeration that is read as a structure, which has the fields of all cases.
    private mutating func visit(_ cases: [DataForm.Case], _ fields: [DataForm.Field]) {
      for field in fields {
        if field.isRequired, cases.contains(where: { $0.key != field.key }) {
          fail("is missing for other cases", .type(field.type), at: field.key)
        }
        for item in cases where item.key == field.key {
          push(Pair(.payload(item.fields), .type(field.readType)), step: item.key)
        }
      }
    }
  }
}

extension DataReading.Part {
  /// The part without optionals around it.
  var unwrapped: Self {
    if case .type(let type) = self { .type(type.unwrapped) } else { self }
  }

  /// The part in a sentence: `an Int`.
  var phrase: String {
    switch self {
    case .type(let type): type.unwrapped.phrase
    case .payload: "associated values"
    }
  }
}
