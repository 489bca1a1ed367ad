import Synchronization

/// Compares types of two builds by field.
///
/// Each position of a type has its own changes. The readings of all changes together agree with
/// ``DataReading``, as a property test proves.
package struct DataDifference: Sendable {
  private let oldReading: DataReading
  private let newReading: DataReading
  private let comparisons = Comparisons()

  /// The comparisons of types so far, which later ones use.
  private final class Comparisons: Sendable {
    let graph = Mutex(PairGraph<Finding>())
  }

  /// A change with the reason that lies deeper than its position.
  private struct Finding: Sendable {
    let change: DataChange
    var deeper: DataReading.Problem?
  }

  /// Creates a comparison of builds with these forms of declared types.
  package init(from old: [String: DataForm], to new: [String: DataForm]) {
    oldReading = DataReading(writing: old, reading: new)
    newReading = DataReading(writing: new, reading: old)
  }

  /// Returns the changes from a type to another one, with the outermost first.
  ///
  /// - Complexity: O(*n*) in the number of types that the types contain, unless these have other
  ///   forms. Each pair of types is compared once, also for later calls.
  package func changes(from old: DataType, to new: DataType) -> [DataChange] {
    var root = Comparing(oldReading, newReading)
    root.compare(old, new, at: nil)
    var changes = root.result.findings.map(\.change)
    comparisons.graph.withLock { graph in
      graph.visit(root.result.inner) { pair in
        var comparing = Comparing(oldReading, newReading)
        comparing.visit(pair)
        return comparing.result
      } body: { index, path, found in
        guard index < oldReading.maximumPairs else {
          changes.append(
            DataChange(
              .typeChanged, nil, old: "too large to be compared", new: "too large",
              oldValues: .unknown, newValues: .unknown))
          return false
        }
        if !found.isEmpty {
          let steps = path()
          changes += found.map { $0.change.inside(steps, deeper: $0.deeper) }
        }
        return true
      }
    }
    return changes
  }

  /// The number of comparisons of two types so far, for tests.
  package var comparisonCount: Int { comparisons.graph.withLock(\.comparisonCount) }
}

extension DataDifference {
  /// A comparison of two types, without the types inside of them.
  private struct Comparing {
    private let oldReading: DataReading
    private let newReading: DataReading
    private(set) var result = PairGraph<Finding>.Comparison()

    init(_ oldReading: DataReading, _ newReading: DataReading) {
      self.oldReading = oldReading
      self.newReading = newReading
    }

    private mutating func push(
      _ old: DataReading.Part, _ new: DataReading.Part, at step: String?
    ) {
      guard !oldReading.areEqual(old, new) else { return }
      result.inner.append((DataReading.Pair(old, new), step))
    }

    private mutating func add(_ change: DataChange, deeper: DataReading.Problem? = nil) {
      result.findings.append(Finding(change: change, deeper: deeper))
    }

    /// Compares two types that are always present.
    mutating func compare(_ old: DataType, _ new: DataType, at step: String?) {
      compareNil(
        old.isOptional && !new.isOptional, new.isOptional && !old.isOptional, old, new, at: step)
      push(.type(old.unwrapped), .type(new.unwrapped), at: step)
    }

    /// Adds the change of a value that one build writes as `null`, which the other one may not read.
    private mutating func compareNil(
      _ isOldUnread: Bool, _ isNewUnread: Bool, _ old: DataType, _ new: DataType,
      at step: String?
    ) {
      guard isOldUnread || isNewUnread else { return }
      let reader =
        isOldUnread
        ? Shape(new, oldReading.read) : Shape(old, newReading.read)
      let reading: DataChange.Reading =
        if case .opaque = reader { .unknown } else {
          reader.acceptsEverything ? .readable : .unreadable
        }
      add(
        isOldUnread
          ? DataChange(
            .becameRequired, step, old: "\(old)", new: "\(new)", oldValues: reading)
          : DataChange(
            .becameOptional, step, old: "\(old)", new: "\(new)", newValues: reading))
    }

    private mutating func compare(
      _ old: DataForm.Field, _ new: DataForm.Field, at step: String?
    ) {
      let (was, becomes) = ("\(old.type)", "\(new.type)")
      let isOldUnread = old.writesNil && old.type.isOptional && !new.acceptsNil
      let isNewUnread = new.writesNil && new.type.isOptional && !old.acceptsNil
      var isListed = true
      if old.omitted != nil, new.isRequired {
        add(DataChange(.becameRequired, step, old: was, new: becomes, oldValues: .unreadable))
      } else if new.omitted != nil, old.isRequired {
        add(DataChange(.becameOptional, step, old: was, new: becomes, newValues: .unreadable))
      } else {
        compareNil(isOldUnread, isNewUnread, old.type, new.type, at: step)
        isListed = isOldUnread || isNewUnread
      }
      // An optional member also reads null.
      push(.type(old.type.unwrapped), .type(new.type.unwrapped), at: step)
      let depths = (old.type.optionalDepth, new.type.optionalDepth)
      if depths.0 != depths.1, !isListed {
        add(DataChange(.typeChanged, step, old: was, new: becomes))
      }
    }

    /// Adds the changes of a pair itself, and the pairs inside of it.
    mutating func visit(_ pair: DataReading.Pair) {
      let old = pair.written.shape(in: oldReading.written)
      let new = pair.read.shape(in: newReading.written)
      switch (old, new) {
      case (.opaque, _), (_, .opaque):
        if pair.written == pair.read, old == new { return }
        changed(pair, old, new)
        return
      case (.basic(let basic), .basic(let other)) where basic == other: break
      case (.rawValues(let basic, let values), .rawValues(let other, let others))
      where basic == other:
        compare(Set(values), Set(others))
      case (.array(let element), .array(let other)): compare(element, other, at: "[]")
      case (.dictionary(let value, let keys), .dictionary(let other, let otherKeys))
      where keys == otherKeys:
        compare(value, other, at: "[]")
      case (.pairs(let key, let value), .pairs(let otherKey, let otherValue)):
        compare(key, otherKey, at: "[key]")
        compare(value, otherValue, at: "[]")
      case (.object(let fields, let isPayload), .object(let others, _)):
        compare(fields, others, isPayload)
      case (.cases(let cases), .cases(let others)): compare(cases, others)
      default:
        changed(pair, old, new)
        return
      }
      // The same form with another name, or a set instead of an array.
      if pair.written.ownName != pair.read.ownName {
        add(DataChange(.typeChanged, nil, old: pair.written.phrase, new: pair.read.phrase))
      }
    }

    /// Adds a change of types that have nothing in common.
    private mutating func changed(_ pair: DataReading.Pair, _ old: Shape, _ new: Shape) {
      let oldProblems = oldReading.problems(of: pair.written, as: pair.read)
      let newProblems = newReading.problems(of: pair.read, as: pair.written)
      func reading(_ problems: [DataReading.Problem]) -> DataChange.Reading {
        if problems.isEmpty { return .readable }
        return problems.allSatisfy(\.isUnknown) ? .unknown : .unreadable
      }
      let reasons = [old, new].compactMap { shape -> String? in
        if case .opaque(let reason) = shape { reason } else { nil }
      }
      let deeper = (oldProblems + newProblems).first { !$0.path.steps.isEmpty }
      let (was, became) = (pair.written.phrase, pair.read.phrase)
      let isSameName = was == became
      add(
        DataChange(
          .typeChanged, nil, old: isSameName ? "\(was) as \(old.phrase)" : was,
          new: isSameName ? "\(became) as \(new.phrase)" : became,
          oldValues: reading(oldProblems), newValues: reading(newProblems),
          breaksSource: !isSameName || reasons.isEmpty,
          detail: reasons.first), deeper: deeper)
    }

    private mutating func compare(
      _ fields: [DataForm.Field], _ others: [DataForm.Field], _ isPayload: Bool
    ) {
      let olds = Dictionary(fields.map { ($0.key, $0) }) { first, _ in first }
      let news = Dictionary(others.map { ($0.key, $0) }) { first, _ in first }
      for field in fields {
        if let other = news[field.key] {
          compare(field, other, at: field.key)
        } else {
          let isRequired = field.isRequired
          add(
            DataChange(
              .fieldRemoved, field.key, old: field.type.phrase,
              newValues: isRequired ? .unreadable : .readable))
        }
      }
      for other in others where olds[other.key] == nil {
        let isRequired = other.isRequired
        add(
          DataChange(
            .fieldAdded, other.key, new: other.type.phrase,
            oldValues: isRequired ? .unreadable : .readable,
            // Patterns name all associated values.
            breaksSource: isRequired || isPayload))
      }
    }

    private mutating func compare(
      _ cases: [DataForm.Case], _ others: [DataForm.Case]
    ) {
      let news = Dictionary(others.map { ($0.key, $0) }) { first, _ in first }
      for item in cases {
        guard let other = news[item.key] else { continue }
        push(.payload(item.fields), .payload(other.fields), at: item.key)
      }
      compare(Set(cases.map(\.key)), Set(others.map(\.key)))
    }

    private mutating func compare(_ old: Set<String>, _ new: Set<String>) {
      for item in old.subtracting(new).sorted() {
        add(DataChange(.caseRemoved, nil, old: item, oldValues: .unreadable))
      }
      for item in new.subtracting(old).sorted() {
        add(DataChange(.caseAdded, nil, new: item, newValues: .unreadable))
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
    case .array, .pairs: "an array"
    case .dictionary: "an object"
    case .object: "a structure"
    case .cases: "an enumeration"
    case .opaque: "an unknown form"
    }
  }
}
