package import ModuleGraph
import Spelling

/// The differences between the declarations of two builds of a program.
///
/// It compares the interfaces of modules and not their files: a declaration that has moved to
/// another line is not a difference. If the uses in code are known for both builds, it also
/// compares the uses between modules.
package struct SurfaceDifference: Sendable, Encodable {
  /// A difference between the builds.
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
    /// The source location in the new build, or in the old one if it was removed.
    package let place: CodeLocation?
    /// The facts that no longer apply.
    package let before: [String]
    /// The facts that did not apply before.
    package let after: [String]
    /// The reason why other modules or programs may stop working, or `nil`.
    package let breaks: String?
    package let level: ChangeLevel
    /// The reason why the level is unknown, or `nil`.
    package var remark: String?
  }

  /// The changes.
  ///
  /// Breaking changes come first, and the others are ordered by module, kind and name.
  package let changes: [Change]

  /// A Boolean value that indicates whether uses between modules were compared.
  ///
  /// This requires that both graphs contain uses.
  package let comparesUses: Bool

  /// Compares two graphs, and the types whose values cross a boundary.
  ///
  /// - Complexity: O(*n* log *n*) in the nodes and edges of both.
  package init(
    from old: ModuleGraph, to new: ModuleGraph, schemas: (old: DataSchemas, new: DataSchemas)? = nil
  ) {
    let (before, after) = (SurfaceItem.nodes(of: old), SurfaceItem.nodes(of: new))
    let renames = Self.renames(from: before, to: after)
    var changes: [Change] = []
    for (key, nodes) in before {
      if let current = renames[key], let others = after[current] {
        changes += Self.changes(
          of: current, from: nodes.map { SurfaceItem($0, in: old, isRenamed: true) },
          to: others.map { SurfaceItem($0, in: new, isRenamed: true) })
        continue
      }
      guard let others = after[key] else {
        changes += nodes.map { .removal(of: key, $0) }
        continue
      }
      if nodes.count == 1, others.count == 1,
        SurfaceItem.areEqual(nodes[0], in: old, others[0], in: new)
      {
        continue
      }
      // Facts are only compared here.
      changes += Self.changes(
        of: key, from: nodes.map { SurfaceItem($0, in: old) },
        to: others.map { SurfaceItem($0, in: new) })
    }
    let renamed = Set(renames.values)
    for (key, nodes) in after where before[key] == nil && !renamed.contains(key) {
      changes += nodes.map { .addition(of: key, $0.module, $0.locations.first) }
    }
    comparesUses = old.usesAreKnown && new.usesAreKnown
    if comparesUses { changes += UseDifference(from: old, to: new).changes }
    if let schemas {
      changes += SchemaDifference(from: schemas.old, to: schemas.new, renames).changes
    }
    // The indices are sorted, because moving a change takes longer than comparing two.
    self.changes = changes.indices.sorted { Self.comesBefore(changes[$0], changes[$1]) }
      .map { changes[$0] }
  }

  /// Returns the current keys of declarations that the new build has under another name, by the keys
  /// in the old build.
  ///
  /// A declaration keeps its earlier names, as in `.formerly("SendMail")`.
  private static func renames(
    from old: [SurfaceItem.Key: [ModuleGraph.Node]], to new: [SurfaceItem.Key: [ModuleGraph.Node]]
  ) -> [SurfaceItem.Key: SurfaceItem.Key] {
    var renames: [SurfaceItem.Key: SurfaceItem.Key] = [:]
    for (key, nodes) in new where old[key] == nil {
      for name in nodes.flatMap(\.formerNodeNames) {
        let former = SurfaceItem.Key(kind: key.kind, name: name)
        guard old[former] != nil, new[former] == nil else { continue }
        // The order of a dictionary differs in each run.
        if let other = renames[former], other.name < key.name { continue }
        renames[former] = key
      }
    }
    return renames
  }

  /// The breaking changes.
  package var breaking: [Change] { changes.filter { $0.breaks != nil } }

  /// The changes whose level is unknown.
  package var unknown: [Change] { changes.filter { $0.level == .unknown } }

  /// Compares the items with the same kind and name.
  ///
  /// There can be several if the name is not unique.
  ///
  /// Equal items in both builds are removed first, so that one additional callback is one addition.
  private static func changes(
    of key: SurfaceItem.Key, from old: [SurfaceItem], to new: [SurfaceItem]
  ) -> [Change] {
    // Items are counted and not searched for, because thousands may have the same name.
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
        breaks: BreakingRules.alteration(of: key.kind, from: before, to: after))
    }
    let removed = old.dropFirst(new.count).map { Change.removal(of: key, $0.node) }
    let added = new.dropFirst(old.count).map { Change.addition(of: key, $0.module, $0.place) }
    return pairs + removed + added
  }

  private static func comesBefore(_ left: Change, _ right: Change) -> Bool {
    if left.level != right.level, left.level.isBreaking || right.level.isBreaking {
      return left.level < right.level
    }
    let (one, other) = (left.module ?? "", right.module ?? "")
    if one != other { return one < other }
    if left.kind != right.kind { return left.kind < right.kind }
    if left.name != right.name { return left.name < right.name }
    if left.sort != right.sort { return left.sort.rawValue < right.sort.rawValue }
    // The text is only created for these few items.
    return (left.place?.description ?? "") < (right.place?.description ?? "")
  }
}

extension SurfaceDifference.Change {
  fileprivate init(
    _ sort: Sort, _ key: SurfaceItem.Key, _ module: String?, _ place: CodeLocation?,
    before: Set<String> = [], after: Set<String> = [], breaks: BreakingRules.Break? = nil
  ) {
    self.init(
      sort: sort, kind: key.kind.rawValue, name: key.name, module: module, place: place,
      before: before.sorted(), after: after.sorted(), breaks: breaks?.reason,
      level: breaks?.level ?? .harmless)
  }

  fileprivate static func removal(of key: SurfaceItem.Key, _ node: ModuleGraph.Node) -> Self {
    Self(
      .removed, key, node.module, node.locations.first, breaks: BreakingRules.removal(of: node))
  }

  fileprivate static func addition(
    of key: SurfaceItem.Key, _ module: String?, _ place: CodeLocation?
  ) -> Self {
    Self(.added, key, module, place)
  }
}

extension SurfaceDifference {
  /// The first line of each comment.
  ///
  /// It is invisible, and later runs use it to find the comment to replace.
  package static let commentMarker = "<!-- modkit diff -->"

  /// Returns the difference as a comment for a pull request.
  ///
  /// Breaking changes come first, and the others are folded by module.
  ///
  /// Names cannot leave their cells, notify users or add markup. If the comment would be too long,
  /// it is truncated, and its first paragraph contains the number of missing changes.
  ///
  /// - Parameter maximumLength: The maximum length in UTF-16 code units, which must be at least
  ///   1,000.
  /// - Returns: Markdown that GitHub and GitLab render in the same way.
  /// - Complexity: O(*n*) in the changes.
  package func comment(maximumLength: Int) -> String {
    let head = "\(Self.commentMarker)\n## Changed declarations\n\n"
    guard !changes.isEmpty else { return head + "Both builds have the same declarations.\n" }
    let sections = commentSections
    let whole = head + "\(summary).\n" + sections.map(\.text).joined()
    guard whole.utf16.count > maximumLength else { return whole }

    // Its length does not depend on the number of omitted changes.
    let longest = cutNotice(omitting: changes.count, breaking: breaking.count)
    var room = maximumLength - (head + longest).utf16.count
    let kept = sections.map { $0.prefix(within: &room) }.prefix { !$0.rows.isEmpty }
    let shown = kept.reduce(0) { $0 + $1.rows.count }
    let shownBreaking = breaking.isEmpty ? 0 : kept.first?.rows.count ?? 0
    let notice = cutNotice(
      omitting: changes.count - shown, breaking: breaking.count - shownBreaking)
    return head + notice + kept.map(\.text).joined()
  }

  /// Returns the comment for a host, with the maximum length of the host.
  package func comment(for host: CommentHost) -> String {
    comment(maximumLength: host.maximumLength)
  }

  private func cutNotice(omitting count: Int, breaking: Int) -> String {
    """
    \(summary).

    **\(count) of the changes, \(breaking) of them breaking, are omitted here, because the \
    length of a comment is limited.** `modkit diff` prints all of them.

    """
  }

  /// The breaking changes, followed by the other changes of each module.
  private var commentSections: [CommentSection] {
    var sections: [CommentSection] = []
    if !breaking.isEmpty { sections.append(CommentSection(breaking: breaking)) }
    let others = Dictionary(grouping: changes.filter { $0.breaks == nil }) { $0.module ?? "" }
    for (module, changes) in others.sorted(by: { $0.key < $1.key }) {
      sections.append(CommentSection(module: module, changes: changes))
    }
    return sections
  }
}

/// A host of pull requests or merge requests.
package enum CommentHost: String, Sendable, CaseIterable {
  case github
  case gitlab

  /// The maximum length of a comment in UTF-16 code units.
  ///
  /// The hosts count characters, and a text never has more characters than code units.
  package var maximumLength: Int {
    switch self {
    case .github: 65_536
    case .gitlab: 1_000_000
    }
  }
}
