package import ModuleGraph

/// The differences between what two builds of a program declare.
///
/// It compares what modules offer and name, not how their files look: a declaration
/// that has moved to another line is the same. If the uses in code are known of both builds, it
/// compares those that lead from one module to another, too.
package struct SurfaceDifference: Sendable, Encodable {
  /// One thing that is not as it was.
  package struct Change: Sendable, Hashable, Encodable {
    /// The kind of a change.
    package enum Sort: String, Sendable, Hashable, Encodable, CaseIterable {
      case removed, altered, added
    }

    package let sort: Sort
    /// The kind of the item: `route`.
    package let kind: String
    package let name: String
    package let module: String?
    /// The source location, now or before.
    package let place: CodeLocation?
    /// The facts that are true no more.
    package let before: [String]
    /// The facts that were not true before.
    package let after: [String]
    /// Why other modules or programs may stop to work, if they may.
    package let breaks: String?
  }

  /// The changes: breaking ones first, then by module, kind and name.
  package let changes: [Change]

  /// A Boolean value that indicates whether uses between modules were compared, which both
  /// pictures must have for that.
  package let comparesUses: Bool

  /// Compares two pictures.
  ///
  /// - Complexity: O(*n* log *n*) in the nodes and edges of both.
  package init(from old: ModuleGraph, to new: ModuleGraph) {
    let (before, after) = (SurfaceItem.nodes(of: old), SurfaceItem.nodes(of: new))
    var changes: [Change] = []
    for (key, nodes) in before {
      guard let others = after[key] else {
        changes += nodes.map { .removal(of: key, $0.module, $0.locations.first) }
        continue
      }
      // Only here facts count.
      changes += Self.changes(
        of: key, from: nodes.map { SurfaceItem($0, in: old) },
        to: others.map { SurfaceItem($0, in: new) })
    }
    for (key, nodes) in after where before[key] == nil {
      changes += nodes.map { .addition(of: key, $0.module, $0.locations.first) }
    }
    comparesUses = old.usesAreKnown && new.usesAreKnown
    if comparesUses { changes += UseDifference(from: old, to: new).changes }
    // By their numbers: moving a change takes longer than comparing two.
    self.changes = changes.indices.sorted { Self.comesBefore(changes[$0], changes[$1]) }
      .map { changes[$0] }
  }

  /// The changes because of which something may stop to work.
  package var breaking: [Change] { changes.filter { $0.breaks != nil } }

  /// Compares what has one kind and one name: several if the name is not its own.
  ///
  /// Those that are equal in both are taken away first, so that one callback more is
  /// one addition.
  private static func changes(
    of key: SurfaceItem.Key, from old: [SurfaceItem], to new: [SurfaceItem]
  ) -> [Change] {
    // Counted and not searched for, as thousands may have one name.
    var twins = new.reduce(into: [:]) { $0[$1.facts, default: 0] += 1 }
    var common: [Set<String>: Int] = [:]
    let old = old.filter { item in
      guard let count = twins[item.facts], count > 0 else { return true }
      twins[item.facts] = count - 1
      common[item.facts, default: 0] += 1
      return false
    }
    let new = new.filter { item in
      guard let count = common[item.facts], count > 0 else { return true }
      common[item.facts] = count - 1
      return false
    }
    let pairs = zip(old, new).map { before, after in
      Change(
        .altered, key, after.module, after.place, before: before.facts.subtracting(after.facts),
        after: after.facts.subtracting(before.facts),
        breaks: BreakingRules.reason(alteration: key.kind, from: before, to: after))
    }
    let removed = old.dropFirst(new.count).map { Change.removal(of: key, $0.module, $0.place) }
    let added = new.dropFirst(old.count).map { Change.addition(of: key, $0.module, $0.place) }
    return pairs + removed + added
  }

  private static func comesBefore(_ left: Change, _ right: Change) -> Bool {
    if (left.breaks == nil) != (right.breaks == nil) { return left.breaks != nil }
    let (one, other) = (left.module ?? "", right.module ?? "")
    if one != other { return one < other }
    if left.kind != right.kind { return left.kind < right.kind }
    if left.name != right.name { return left.name < right.name }
    if left.sort != right.sort { return left.sort.rawValue < right.sort.rawValue }
    // Put together only for these few.
    return (left.place?.description ?? "") < (right.place?.description ?? "")
  }
}

extension SurfaceDifference.Change {
  fileprivate init(
    _ sort: Sort, _ key: SurfaceItem.Key, _ module: String?, _ place: CodeLocation?,
    before: Set<String> = [], after: Set<String> = [], breaks: String? = nil
  ) {
    self.init(
      sort: sort, kind: key.kind.rawValue, name: key.name, module: module, place: place,
      before: before.sorted(), after: after.sorted(), breaks: breaks)
  }

  fileprivate static func removal(
    of key: SurfaceItem.Key, _ module: String?, _ place: CodeLocation?
  ) -> Self {
    Self(.removed, key, module, place, breaks: BreakingRules.reason(removal: key.kind))
  }

  fileprivate static func addition(
    of key: SurfaceItem.Key, _ module: String?, _ place: CodeLocation?
  ) -> Self {
    Self(.added, key, module, place)
  }
}
