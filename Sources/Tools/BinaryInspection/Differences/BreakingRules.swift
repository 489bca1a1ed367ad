import ModuleGraph

/// The rules that determine whether a change may break other modules, programs or stored links.
///
/// Only changes of declarations that others can name are breaking: routes, routing classes, tasks,
/// jobs, and declarations of kinds that modules define. Callbacks, observers, contracts and wires
/// name other declarations. Without them less happens, but no module names them.
///
/// A store keeps names of jobs, and other programs keep links to external routes. Only code keeps
/// the other names.
enum BreakingRules {
  struct Break {
    let level: ChangeLevel
    let reason: String

    init(_ level: ChangeLevel, _ reason: String) {
      self.level = level
      self.reason = reason
    }
  }

  /// Returns the reason why a removal is breaking, or `nil` if it is not.
  static func removal(of node: ModuleGraph.Node) -> Break? {
    switch node.kind {
    case .route: Break(levelOfRoute(node), "calls of this address find nothing")
    case .routeClass: Break(.source, "calls of its functions find nothing")
    case .task: Break(.source, "what requires or runs the task by its name finds nothing")
    case .job:
      Break(.storedData, "jobs of this name that are stored or enqueued are never run")
    case let kind where !ModuleGraph.Node.Kind.known.contains(kind):
      Break(.source, "code that looks for the \(kind) by its key finds nothing")
    default: nil
    }
  }

  /// Returns the reason why an alteration is breaking, or `nil` if it is not.
  static func alteration(
    of kind: ModuleGraph.Node.Kind, from old: SurfaceItem, to new: SurfaceItem
  ) -> Break? {
    guard kind == .route else { return nil }
    let level = levelOfRoute(old.node)
    if old.attributes["leadsTo"] != new.attributes["leadsTo"] {
      return Break(
        level, "it leads to another function, or to one with other parameters or another result")
    }
    // The attribute is omitted for internal access, which is the default.
    if old.attributes["access"] != nil, new.attributes["access"] == nil {
      return Break(level, "calls from outside the program are rejected now")
    }
    let (before, after) = (old.attributes["condition"], new.attributes["condition"])
    if after != nil, before != after { return Break(level, "it is there under another condition") }
    return nil
  }

  /// Returns the level of a change of a route, to which other programs may keep links if it is
  /// external.
  private static func levelOfRoute(_ node: ModuleGraph.Node) -> ChangeLevel {
    node[attribute: "access"] == "external" ? .storedData : .source
  }
}
