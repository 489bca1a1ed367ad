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
    case .route: Break(levelOfRoute(node), "calls to this address fail")
    case .routeClass: Break(.source, "calls to its functions fail")
    case .task: Break(.source, "code and tasks that name this task no longer find it")
    case .job:
      Break(.storedData, "stored and newly enqueued jobs of this name never run")
    case let kind where !ModuleGraph.Node.Kind.known.contains(kind):
      Break(.source, "code that looks up the \(kind) by its key no longer finds it")
    default: nil
    }
  }

  /// Returns the reason why an alteration is breaking, or `nil` if it is not.
  static func alteration(
    of kind: ModuleGraph.Node.Kind, from old: SurfaceItem, to new: SurfaceItem
  ) -> Break? {
    if kind == .job { return alterationOfSteps(from: old.node.steps, to: new.node.steps) }
    guard kind == .route else { return nil }
    let level = levelOfRoute(old.node)
    if old.attributes["leadsTo"] != new.attributes["leadsTo"] {
      return Break(
        level, "it calls another function, or one with other parameters or another result")
    }
    // The attribute is omitted for internal access, which is the default.
    if old.attributes["access"] != nil, new.attributes["access"] == nil {
      return Break(level, "calls from outside the program are now rejected")
    }
    let (before, after) = (old.attributes["condition"], new.attributes["condition"])
    if after != nil, before != after { return Break(level, "it exists under another condition") }
    return nil
  }

  /// Returns the reason why other steps of a job are breaking.
  ///
  /// Each step is compared with the stored step at its position, so only the end of the list may
  /// change.
  static func alterationOfSteps(from old: [String], to new: [String]) -> Break? {
    guard let index = old.indices.first(where: { $0 >= new.count || new[$0] != old[$0] }) else {
      return nil
    }
    let change =
      if !new.contains(old[index]) {
        "it no longer calls '\(old[index])'"
      } else if index < new.count, !old.contains(new[index]) {
        "it calls '\(new[index])' before '\(old[index])'"
      } else {
        "it calls '\(old[index])' in another order"
      }
    return Break(.storedData, "\(change), so jobs that have stored this step fail")
  }

  /// Returns the level of a change of a route, to which other programs may keep links if it is
  /// external.
  private static func levelOfRoute(_ node: ModuleGraph.Node) -> ChangeLevel {
    node[attribute: "access"] == "external" ? .storedData : .source
  }
}
