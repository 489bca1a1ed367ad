import Synchronization

/// Finds the values that one build writes and another build cannot read.
///
/// The builds use `JSONEncoder` and `JSONDecoder` as they are by default, with the conformances to
/// `Codable` that the compiler synthesizes.
///
/// The types can be recursive. A problem is always a problem of two types that stand at the same
/// position of the encoded value, never of a choice between positions. So it suffices to visit
/// each pair of types once, and to assume that a visited pair has no further problem.
///
/// Types without values, such as an enumeration without cases, are treated as if they had some.
package struct DataReading: Sendable {
  /// A position of an encoded value that cannot be read.
  package struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// The keys that lead to the position, from the outermost: `["containers", "[]", "tons"]`.
    package let path: DataPath
    /// The predicate about the written value: `is written as a Double`.
    package let written: String
    /// The expected value: `an Int`.
    package let read: String
    /// A Boolean value that indicates whether a type is opaque, so that values may be readable.
    package let isUnknown: Bool

    init(path: DataPath, written: String, read: String, isUnknown: Bool) {
      self.path = path
      self.written = written
      self.read = read
      self.isUnknown = isUnknown
    }

    init(_ path: DataPath, written: String, read: Part, isUnknown: Bool) {
      let expected =
        switch read {
        case .type(let type): type.phrase
        case .payload: "associated values"
        }
      self.init(path: path, written: written, read: expected, isUnknown: isUnknown)
    }

    /// Returns the problem of a value that contains the value at a position.
    fileprivate func inside(_ steps: [String]) -> Self {
      Self(path: DataPath(steps + path.steps), written: written, read: read, isUnknown: isUnknown)
    }

    package var description: String {
      "\(path) \(written), and \(isUnknown ? "may not be" : "is") read as \(read)"
    }
  }

  /// The forms of the build that writes.
  let written: [String: DataForm]
  /// The forms of the build that reads.
  let read: [String: DataForm]
  /// The number of pairs of types after which a comparison is given up.
  let maximumPairs: Int
  /// The declared types with another form in the two builds, and the types that contain them.
  private let differing: Set<String>
  private let comparisons = Comparisons()

  /// The comparisons of types so far, which later ones use.
  private final class Comparisons: Sendable {
    let graph = Mutex(PairGraph<Problem>())
  }

  package init(
    writing written: [String: DataForm], reading read: [String: DataForm],
    maximumPairs: Int = 10_000
  ) {
    self.written = written
    self.read = read
    self.maximumPairs = maximumPairs
    differing = Self.differingNames(written, read)
  }

  private static func differingNames(
    _ written: [String: DataForm], _ read: [String: DataForm]
  ) -> Set<String> {
    var differing = Set(written.keys).union(read.keys).filter { written[$0] != read[$0] }
    var containers: [String: [String]] = [:]
    for (name, form) in written where !differing.contains(name) {
      for contained in form.names { containers[contained, default: []].append(name) }
    }
    var waiting = Array(differing)
    while let name = waiting.popLast() {
      for container in containers[name] ?? [] where differing.insert(container).inserted {
        waiting.append(container)
      }
    }
    return differing
  }

  /// Returns whether a part is the same in both builds, with everything that it contains.
  func areEqual(_ written: Part, _ read: Part) -> Bool {
    written == read && differing.isDisjoint(with: written.names)
  }

  /// Returns the first problems of values that are written as a type and read as another one.
  ///
  /// Problems with a short path come first.
  ///
  /// - Complexity: O(*n* · *m*) in the numbers of types that are contained in the two types. It is
  ///   O(*n*) if they are similar. Each pair of types is compared once, also for later calls.
  package func problems(
    of written: DataType, as read: DataType, maximum: Int = .max
  ) -> [Problem] {
    problems(of: .type(written), as: .type(read), maximum: maximum)
  }

  func problems(of written: Part, as read: Part, maximum: Int = .max) -> [Problem] {
    guard !areEqual(written, read) else { return [] }
    var problems: [Problem] = []
    comparisons.graph.withLock { graph in
      graph.visit([(Pair(written, read), nil)]) { pair in
        Comparing(pair, reading: self).result
      } body: { index, path, found in
        guard index < maximumPairs else {
          problems.append(
            Problem(DataPath(path()), written: "has too many parts", read: read, isUnknown: true))
          return false
        }
        if !found.isEmpty {
          let steps = path()
          problems += found.map { $0.inside(steps) }
        }
        return problems.count < maximum
      }
    }
    return problems
  }

  /// The number of comparisons of two types so far, for tests.
  package var comparisonCount: Int { comparisons.graph.withLock(\.comparisonCount) }
}

/// The keys that lead to a position of an encoded value: `containers[].tons`.
package struct DataPath: Sendable, Hashable, CustomStringConvertible {
  package var steps: [String] = []

  package init(_ steps: [String] = []) { self.steps = steps }

  package static func + (path: Self, step: String?) -> Self {
    step.map { Self(path.steps + [$0]) } ?? path
  }

  /// The path as the subject of a sentence.
  package var description: String {
    guard !steps.isEmpty else { return "the value" }
    let text = steps.reduce(into: "") { text, step in
      text += text.isEmpty || step.hasPrefix("[") ? step : ".\(step)"
    }
    return "'\(text)'"
  }
}

extension DataReading {
  /// The type at a position: a type, or the associated values of a case.
  enum Part: Hashable {
    case type(DataType)
    case payload([DataForm.Field])

    /// The declared types that the part names.
    var names: [String] {
      switch self {
      case .payload(let fields): fields.flatMap(\.type.names)
      case .type(let type): type.names
      }
    }

    func shape(in forms: [String: DataForm]) -> Shape {
      switch self {
      case .payload(let fields): .object(fields, isPayload: true)
      case .type(let type): Shape(type, forms)
      }
    }
  }

  /// A part that is written and the part as which it is read.
  struct Pair: Hashable {
    let written: Part
    let read: Part

    init(_ written: Part, _ read: Part) {
      self.written = written
      self.read = read
    }
  }
}

/// The form of an encoded value that is not `null`.
enum Shape: Hashable {
  /// The keys of a dictionary that is encoded as an object.
  enum Keys: Hashable {
    case strings
    case integers
    /// Values of a declared type, whose code chooses the keys.
    case values(of: String)
  }

  case basic(DataType.Basic)
  case rawValues(DataType.Basic, [String])
  case array(DataType)
  /// A dictionary as an object.
  case dictionary(DataType, keys: Keys)
  /// A dictionary as an array, in which values follow their keys.
  case pairs(key: DataType, value: DataType)
  case object([DataForm.Field], isPayload: Bool)
  case cases([DataForm.Case])
  case opaque(String)

  /// The maximum number of types that are encoded as a single value of each other.
  private static let deepest = 64

  init(_ type: DataType, _ forms: [String: DataForm], depth: Int = 0) {
    self =
      switch type {
      case .basic(let basic): .basic(basic)
      case .optional(let wrapped): Shape(wrapped, forms, depth: depth)
      case .array(let element), .set(let element): .array(element)
      case .dictionary(.basic(.string), let value): .dictionary(value, keys: .strings)
      case .dictionary(.basic(.int), let value): .dictionary(value, keys: .integers)
      case .dictionary(let key, let value): .pairs(key: key, value: value)
      case .keyed(let key, let value): .dictionary(value, keys: .values(of: key))
      case .named(let name):
        switch forms[name] {
        case .object(let fields): .object(fields, isPayload: false)
        case .cases(let cases): .cases(cases)
        case .rawValues(let basic, let values): .rawValues(basic, values)
        case .single(let type):
          depth < Self.deepest
            ? Shape(type, forms, depth: depth + 1) : .opaque("its types nest too deeply")
        case .opaque(let reason): .opaque(reason)
        case nil: .opaque("its form is missing")
        }
      }
  }

  /// A Boolean value that indicates whether every JSON value can be read, even `null`.
  ///
  /// The synthesized code for a structure without fields does not look at the value.
  var acceptsEverything: Bool { self == .object([], isPayload: false) }
}

extension DataForm {
  /// The declared types that the form names.
  fileprivate var names: [String] {
    switch self {
    case .object(let fields): fields.flatMap(\.type.names)
    case .cases(let cases): cases.flatMap { $0.fields.flatMap(\.type.names) }
    case .single(let type): type.names
    case .rawValues, .opaque: []
    }
  }
}

extension DataType {
  package var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The type without optionals around it.
  var unwrapped: DataType {
    if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
  }

  /// The type with an article where English needs one: `an Int`.
  package var phrase: String {
    guard case .basic(let basic) = self else { return "\(self)" }
    return "\(basic.rawValue.hasPrefix("Int") ? "an" : "a") \(basic.rawValue)"
  }
}
