import ModuleGraph

/// The changes of the types whose values cross a boundary.
///
/// Each change of a field is a change of each declaration that uses the type.
struct SchemaDifference {
  /// The changes, in no particular order.
  private(set) var changes: [SurfaceDifference.Change] = []

  private struct Key: Hashable {
    let kind: ModuleGraph.Node.Kind
    let name: String
    let role: DataSchemas.Use.Role
  }

  /// Compares the types of two builds.
  ///
  /// A job that only one build declares is a change of its declaration, and not of its types.
  ///
  /// Renamed declarations are compared under their current keys in `renames`.
  init(
    from old: DataSchemas, to new: DataSchemas,
    _ renames: [SurfaceItem.Key: SurfaceItem.Key] = [:]
  ) {
    let difference = DataDifference(from: old.forms, to: new.forms)
    var old = old
    for index in old.uses.indices where !renames.isEmpty {
      let key = SurfaceItem.Key(kind: old.uses[index].kind, name: old.uses[index].name)
      if let current = renames[key] { old.uses[index].name = current.name }
    }
    let (before, after) = (Self.uses(of: old), Self.uses(of: new))
    let declared = (old: Set(old.uses.map(\.declaration)), new: Set(new.uses.map(\.declaration)))
    for (key, uses) in before {
      let others = after[key] ?? []
      for (use, other) in zip(uses, others) {
        changes += difference.changes(from: use.type, to: other.type)
          .map { SurfaceDifference.Change($0, of: other) }
      }
      for use in uses.dropFirst(others.count)
      where use.isStored && declared.new.contains(use.declaration) {
        changes.append(SurfaceDifference.Change(.removed, role: use))
      }
    }
    for (key, uses) in after {
      for use in uses.dropFirst(before[key]?.count ?? 0)
      where use.isStored && declared.old.contains(use.declaration) {
        changes.append(SurfaceDifference.Change(.added, role: use))
      }
    }
  }

  private static func uses(of schemas: DataSchemas) -> [Key: [DataSchemas.Use]] {
    Dictionary(grouping: schemas.uses) { Key(kind: $0.kind, name: $0.name, role: $0.role) }
  }
}

extension DataSchemas.Use {
  fileprivate var declaration: String { "\(kind) \(name)" }
}

extension DataSchemas.Use.Role {
  /// The role in a sentence.
  var words: String {
    switch self {
    case .payload: "payload"
    case .result: "result"
    case .argument(let name): "argument '\(name)'"
    case .value: "value"
    }
  }
}

extension SurfaceDifference.Change {
  fileprivate init(_ change: DataChange, of use: DataSchemas.Use) {
    let level = change.level(isStored: use.isStored)
    let subject = (["\(use.role.words)"] + change.path.steps).joined(separator: ".")
    let direction =
      switch (level, change.newValues) {
      case (.storedData, .unreadable): ", and neither build can read the values of the other"
      case (.storedData, _): ", and the new build cannot read values of the old build"
      case (.neighbor, _): ", and the old build cannot read values of the new build"
      default: ""
      }
    let sentence = "in the \(use.role.words), \(change)\(direction)"
    self.init(
      sort: .altered, kind: use.kind.rawValue, name: use.name, module: use.module,
      place: use.place, before: change.old.map { ["\(subject): \($0)"] } ?? [],
      after: change.new.map { ["\(subject): \($0)"] } ?? [],
      breaks: level.isBreaking ? sentence : nil, level: level,
      remark: level == .unknown ? sentence : nil)
  }

  /// Creates the change of a payload or result that only one build has.
  fileprivate init(_ sort: Sort, role use: DataSchemas.Use) {
    // Each job has a payload, and some have a result.
    let isUnknown = use.role == .payload
    let isAdded = sort == .added
    let fact = ["\(use.role.words): \(use.type)"]
    self.init(
      sort: .altered, kind: use.kind.rawValue, name: use.name, module: use.module,
      place: use.place, before: isAdded ? [] : fact, after: isAdded ? fact : [],
      breaks: isUnknown
        ? nil
        : isAdded
          ? "it has a result now, which jobs that the old build ran lack"
          : "it has no result now, which the old build reads",
      level: isUnknown ? .unknown : isAdded ? .storedData : .neighbor,
      remark: isUnknown ? "the type of its payload is known in one of the builds only" : nil)
  }
}
