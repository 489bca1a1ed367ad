/// Compares types of two builds by field.
///
/// Each position of a type has its own changes. The readings of all changes together agree with
/// ``DataReading``, as a property test proves.
package struct DataDifference: Sendable {
  /// A type at the same position in both builds.
  private struct Pair: Hashable {
    let old: DataReading.Part
    let new: DataReading.Part
  }

  private let oldReading: DataReading
  private let newReading: DataReading

  /// Creates a comparison of builds with these forms of declared types.
  package init(from old: [String: DataForm], to new: [String: DataForm]) {
    oldReading = DataReading(writing: old, reading: new)
    newReading = DataReading(writing: new, reading: old)
  }

  /// Returns the changes from a type to another one, with the outermost first.
  ///
  /// - Complexity: O(*n*) in the number of types that the types contain, unless these have other
  ///   forms.
  package func changes(from old: DataType, to new: DataType) -> [DataChange] {
    var walk = Walk(oldReading, newReading)
    walk.compare(old, new, at: DataPath())
    walk.finish()
    return walk.changes
  }
}

extension DataDifference {
  /// A visit of all positions.
  private struct Walk {
    private let oldReading: DataReading
    private let newReading: DataReading
    private(set) var changes: [DataChange] = []
    private var visited: Set<Pair> = []
    private var pairs: [(pair: Pair, path: DataPath)] = []

    init(_ oldReading: DataReading, _ newReading: DataReading) {
      self.oldReading = oldReading
      self.newReading = newReading
    }

    /// Visits the positions that were found, and those inside of them.
    mutating func finish() {
      var index = 0
      while index < pairs.count {
        guard index < oldReading.maximumPairs else {
          changes.append(
            DataChange(
              .typeChanged, DataPath(), old: "too large to be compared", new: "too large",
              oldValues: .unknown, newValues: .unknown))
          return
        }
        visit(pairs[index].pair, at: pairs[index].path)
        index += 1
      }
    }

    private mutating func push(_ old: DataReading.Part, _ new: DataReading.Part, at path: DataPath)
    {
      let pair = Pair(old: old, new: new)
      guard !oldReading.areEqual(old, new), visited.insert(pair).inserted else { return }
      pairs.append((pair, path))
    }

    /// Compares two types that are always present.
    mutating func compare(_ old: DataType, _ new: DataType, at path: DataPath) {
      compareNil(
        old.isOptional && !new.isOptional, new.isOptional && !old.isOptional, old, new, at: path)
      push(.type(old.unwrapped), .type(new.unwrapped), at: path)
    }

    /// Adds the change of a value that one build writes as `null`, which the other one may not read.
    private mutating func compareNil(
      _ isOldUnread: Bool, _ isNewUnread: Bool, _ old: DataType, _ new: DataType,
      at path: DataPath
    ) {
      guard isOldUnread || isNewUnread else { return }
      let reader =
        isOldUnread
        ? Shape(new, oldReading.read) : Shape(old, newReading.read)
      let reading: DataChange.Reading =
        if case .opaque = reader { .unknown } else {
          reader.acceptsEverything ? .readable : .unreadable
        }
      changes.append(
        isOldUnread
          ? DataChange(
            .becameRequired, path, old: "\(old)", new: "\(new)", oldValues: reading)
          : DataChange(
            .becameOptional, path, old: "\(old)", new: "\(new)", newValues: reading))
    }

    private mutating func compare(
      _ old: DataForm.Field, _ new: DataForm.Field, at path: DataPath
    ) {
      let (was, becomes) = ("\(old.type)", "\(new.type)")
      let count = changes.count
      if old.omitted != nil, new.isRequired {
        changes.append(
          DataChange(.becameRequired, path, old: was, new: becomes, oldValues: .unreadable))
      } else if new.omitted != nil, old.isRequired {
        changes.append(
          DataChange(.becameOptional, path, old: was, new: becomes, newValues: .unreadable))
      } else {
        compareNil(
          old.writesNil && old.type.isOptional && !new.acceptsNil,
          new.writesNil && new.type.isOptional && !old.acceptsNil, old.type, new.type, at: path)
      }
      // An optional member also reads null.
      push(.type(old.type.unwrapped), .type(new.type.unwrapped), at: path)
      let depths = (old.type.optionalDepth, new.type.optionalDepth)
      if depths.0 != depths.1, changes.count == count {
        changes.append(DataChange(.typeChanged, path, old: was, new: becomes))
      }
    }

    private mutating func visit(_ pair: Pair, at path: DataPath) {
      let old = pair.old.shape(in: oldReading.written)
      let new = pair.new.shape(in: newReading.written)
      switch (old, new) {
      case (.opaque, _), (_, .opaque):
        if pair.old == pair.new, old == new { return }
        changed(pair, old, new, at: path)
        return
      case (.basic(let basic), .basic(let other)) where basic == other: break
      case (.rawValues(let basic, let values), .rawValues(let other, let others))
      where basic == other:
        compare(Set(values), Set(others), at: path)
      case (.array(let element), .array(let other)): compare(element, other, at: path + "[]")
      case (.dictionary(let value, let integers), .dictionary(let other, let otherIntegers))
      where integers == otherIntegers:
        compare(value, other, at: path + "[]")
      case (.pairs(let key, let value), .pairs(let otherKey, let otherValue)):
        compare(key, otherKey, at: path + "[key]")
        compare(value, otherValue, at: path + "[]")
      case (.object(let fields, let isPayload), .object(let others, _)):
        compare(fields, others, isPayload, at: path)
      case (.cases(let cases), .cases(let others)): compare(cases, others, at: path)
      default:
        changed(pair, old, new, at: path)
        return
      }
      // The same form with another name, or a set instead of an array.
      if pair.old.ownName != pair.new.ownName {
        changes.append(
          DataChange(.typeChanged, path, old: pair.old.phrase, new: pair.new.phrase))
      }
    }

    /// Adds a change of types that have nothing in common.
    private mutating func changed(_ pair: Pair, _ old: Shape, _ new: Shape, at path: DataPath) {
      let oldProblems = oldReading.problems(of: pair.old, as: pair.new)
      let newProblems = newReading.problems(of: pair.new, as: pair.old)
      func reading(_ problems: [DataReading.Problem]) -> DataChange.Reading {
        if problems.isEmpty { return .readable }
        return problems.allSatisfy(\.isUnknown) ? .unknown : .unreadable
      }
      let reasons = [old, new].compactMap { shape -> String? in
        if case .opaque(let reason) = shape { reason } else { nil }
      }
      let deeper = (oldProblems + newProblems).first { !$0.path.steps.isEmpty }
        .map { problem in
          let steps = path.steps + problem.path.steps
          return "\(DataPath(steps)) \(problem.written), and is read as \(problem.read)"
        }
      let (was, became) = (pair.old.phrase, pair.new.phrase)
      let isSameName = was == became
      changes.append(
        DataChange(
          .typeChanged, path, old: isSameName ? "\(was) as \(old.phrase)" : was,
          new: isSameName ? "\(became) as \(new.phrase)" : became,
          oldValues: reading(oldProblems), newValues: reading(newProblems),
          breaksSource: !isSameName || reasons.isEmpty,
          detail: reasons.first ?? deeper))
    }

    private mutating func compare(
      _ fields: [DataForm.Field], _ others: [DataForm.Field], _ isPayload: Bool,
      at path: DataPath
    ) {
      let olds = Dictionary(fields.map { ($0.key, $0) }) { first, _ in first }
      let news = Dictionary(others.map { ($0.key, $0) }) { first, _ in first }
      for field in fields {
        if let other = news[field.key] {
          compare(field, other, at: path + field.key)
        } else {
          let isRequired = field.isRequired
          changes.append(
            DataChange(
              .fieldRemoved, path + field.key, old: field.type.phrase,
              newValues: isRequired ? .unreadable : .readable))
        }
      }
      for other in others where olds[other.key] == nil {
        let isRequired = other.isRequired
        changes.append(
          DataChange(
            .fieldAdded, path + other.key, new: other.type.phrase,
            oldValues: isRequired ? .unreadable : .readable,
            // Patterns name all associated values.
            breaksSource: isRequired || isPayload))
      }
    }

    private mutating func compare(
      _ cases: [DataForm.Case], _ others: [DataForm.Case], at path: DataPath
    ) {
      let news = Dictionary(others.map { ($0.key, $0) }) { first, _ in first }
      for item in cases {
        guard let other = news[item.key] else { continue }
        push(.payload(item.fields), .payload(other.fields), at: path + item.key)
      }
      compare(Set(cases.map(\.key)), Set(others.map(\.key)), at: path)
    }

    private mutating func compare(_ old: Set<String>, _ new: Set<String>, at path: DataPath) {
      for item in old.subtracting(new).sorted() {
        changes.append(DataChange(.caseRemoved, path, old: item, oldValues: .unreadable))
      }
      for item in new.subtracting(old).sorted() {
        changes.append(DataChange(.caseAdded, path, new: item, newValues: .unreadable))
      }
    }
  }
}

extension DataType {
  fileprivate var optionalDepth: Int {
    if case .optional(let wrapped) = self { wrapped.optionalDepth + 1 } else { 0 }
  }
}

extension DataReading.Part {
  /// The name of the type itself, without the types inside of it.
  fileprivate var ownName: String {
    switch self {
    case .type(.named(let name)): name
    case .type(.set): "Set"
    case .type(.dictionary(let key, _)): "\(key)"
    case .type, .payload: ""
    }
  }
}

extension Shape {
  /// The form in words.
  var phrase: String {
    switch self {
    case .basic(let basic): DataType.basic(basic).phrase
    case .rawValues(let basic, _): "an enumeration of \(basic.rawValue)"
    case .array: "an array"
    case .dictionary, .pairs: "a dictionary"
    case .object: "a structure"
    case .cases: "an enumeration"
    case .opaque: "an unknown form"
    }
  }
}
