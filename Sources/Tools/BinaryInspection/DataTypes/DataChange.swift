/// A difference between the types of two builds at one position of an encoded value.
package struct DataChange: Sendable, Hashable {
  /// The kind of a difference.
  package enum Sort: Sendable, Hashable {
    case fieldAdded, fieldRemoved, typeChanged, becameOptional, becameRequired
    case caseAdded, caseRemoved
  }

  /// The answer to the question if one build can read the values of the other build.
  package enum Reading: Sendable, Hashable {
    case readable, unreadable, unknown
  }

  package let sort: Sort
  package private(set) var path: DataPath
  /// The old type, or the case that was removed.
  package let old: String?
  /// The new type, or the case that was added.
  package let new: String?
  /// The values of the old build, as the new build reads them.
  package let oldValues: Reading
  /// The values of the new build, as the old build reads them.
  package let newValues: Reading
  /// A Boolean value that indicates whether code that uses the type may not compile.
  package let breaksSource: Bool
  /// The reason why values are not readable, if it lies deeper than ``path``.
  package private(set) var detail: String?

  /// Creates a change at a step inside of two types, or of the types themselves.
  init(
    _ sort: Sort, _ step: String?, old: String? = nil, new: String? = nil,
    oldValues: Reading = .readable, newValues: Reading = .readable, breaksSource: Bool = true,
    detail: String? = nil
  ) {
    self.sort = sort
    path = DataPath() + step
    self.old = old
    self.new = new
    self.oldValues = oldValues
    self.newValues = newValues
    self.breaksSource = breaksSource
    self.detail = detail
  }

  /// Returns the change of a value that contains the value at a position.
  ///
  /// - Parameters:
  ///   - steps: The position.
  ///   - problem: The reason inside of the types, which becomes ``detail`` if no other is known.
  /// - Returns: The change at the longer position.
  func inside(_ steps: [String], deeper problem: DataReading.Problem?) -> Self {
    var change = self
    change.path = DataPath(steps + path.steps)
    if let problem, detail == nil {
      let place = DataPath(change.path.steps + problem.path.steps)
      change.detail = "\(place) \(problem.written), and is read as \(problem.read)"
    }
    return change
  }

  /// Returns the level of the change for a use.
  ///
  /// - Parameter isStored: A Boolean value that indicates whether values of the use are stored.
  /// - Returns: The level, which is ``ChangeLevel/source`` at worst if values are not stored.
  package func level(isStored: Bool) -> ChangeLevel {
    if isStored {
      switch (oldValues, newValues) {
      case (.unreadable, _): return .storedData
      case (_, .unreadable): return .neighbor
      case (.unknown, _), (_, .unknown): return .unknown
      case (.readable, .readable): break
      }
    }
    if breaksSource { return .source }
    return oldValues == .unknown || newValues == .unknown ? .unknown : .harmless
  }
}

extension DataChange: CustomStringConvertible {
  /// The change as a sentence without a period: `'tons' is a Double now, and was an Int`.
  package var description: String {
    let sentence =
      switch sort {
      case .fieldAdded: "\(path) is \(new ?? "") now, and did not exist"
      case .fieldRemoved: "\(path) does not exist now, and was \(old ?? "")"
      case .typeChanged: "\(path) is \(new ?? "") now, and was \(old ?? "")"
      case .becameOptional: "\(path) is optional now"
      case .becameRequired: "\(path) is not optional now"
      case .caseAdded: "\(path) has the new case '\(new ?? "")'"
      case .caseRemoved: "\(path) no longer has the case '\(old ?? "")'"
      }
    return detail.map { "\(sentence) (\($0))" } ?? sentence
  }
}
