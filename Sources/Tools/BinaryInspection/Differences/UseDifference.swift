import ModuleGraph

/// The uses between modules that only one of two builds contains.
///
/// If a module uses the same object several times, only the first use is included.
struct UseDifference {
  /// The added and removed uses, as changes of the kind `use`, in no particular order.
  let changes: [SurfaceDifference.Change]

  /// A use without its source location.
  private struct Key: Hashable {
    let module: String
    /// The use in the form of a name: `calls route Store/delete`.
    let text: String
  }

  /// Compares two graphs.
  ///
  /// - Complexity: O(*n*) in the uses of both.
  init(from old: ModuleGraph, to new: ModuleGraph) {
    let (before, after) = (Self.uses(in: old), Self.uses(in: new))
    changes =
      before.filter { after[$0.key] == nil }.map { Self.change(.removed, $0.key, $0.value) }
      + after.filter { before[$0.key] == nil }.map { Self.change(.added, $0.key, $0.value) }
  }

  /// Returns the uses of objects that are not declared in the same module, each with its first
  /// source location.
  ///
  /// Uses from traces are omitted, because they differ from run to run.
  private static func uses(in graph: ModuleGraph) -> [Key: ModuleGraph.Use] {
    var uses: [Key: ModuleGraph.Use] = [:]
    for resolved in graph.uses where resolved.use.origin != .trace {
      let use = resolved.use
      for node in resolved.nodes.compactMap(graph.node) where node.module != use.module {
        let text = "\(use.kind.words) \(node.kind) \(node.name)"
        let key = Key(module: use.module, text: text)
        if uses[key] == nil { uses[key] = use }
      }
    }
    return uses
  }

  private static func change(
    _ sort: SurfaceDifference.Change.Sort, _ key: Key, _ use: ModuleGraph.Use
  ) -> SurfaceDifference.Change {
    SurfaceDifference.Change(
      sort: sort, kind: "use", name: key.text, module: key.module, place: use.location,
      before: [], after: [], breaks: nil, level: .harmless)
  }
}
