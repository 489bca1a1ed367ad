import ModuleGraph

/// The uses between modules that one of two builds has and the other has not.
///
/// Of several uses of one thing in a module, only the first counts.
struct UseDifference {
  /// The uses that were gained and lost, as changes of the kind `use`, in no order.
  let changes: [SurfaceDifference.Change]

  /// A use without its source location.
  private struct Key: Hashable {
    let module: String
    /// The use as the name of a change: `calls route Store/delete`.
    let text: String
  }

  /// Compares two pictures.
  ///
  /// - Complexity: O(*n*) in the uses of both.
  init(from old: ModuleGraph, to new: ModuleGraph) {
    let (before, after) = (Self.uses(in: old), Self.uses(in: new))
    changes =
      before.filter { after[$0.key] == nil }.map { Self.change(.removed, $0.key, $0.value) }
      + after.filter { before[$0.key] == nil }.map { Self.change(.added, $0.key, $0.value) }
  }

  /// The uses of what a module does not declare itself, with the first source location of each.
  ///
  /// Uses that traces have seen are left out, as they differ from run to run.
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
      before: [], after: [], breaks: nil)
  }
}
