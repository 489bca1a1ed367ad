import ModuleGraph

/// Which changes may break what other modules, programs or stored links rely on.
///
/// Only what others name breaks them: routes, routing classes, tasks, jobs and declarations
/// of kinds that users have defined. Callbacks, observers, contracts and wires name
/// others; without them less happens, but no module names them.
enum BreakingRules {
  /// Why a removal breaks something, if it does.
  static func reason(removal kind: ModuleGraph.Node.Kind) -> String? {
    switch kind {
    case .route: "calls of this address find nothing"
    case .routeClass: "calls of its functions find nothing"
    case .task: "what requires or runs the task by its name finds nothing"
    case .job: "jobs of this name that are stored or enqueued are never run"
    case let kind where !ModuleGraph.Node.Kind.known.contains(kind):
      "code that looks for the \(kind) by its key finds nothing"
    default: nil
    }
  }

  /// Why an alteration breaks something, if it does.
  static func reason(
    alteration kind: ModuleGraph.Node.Kind, from old: SurfaceItem, to new: SurfaceItem
  ) -> String? {
    guard kind == .route else { return nil }
    if old.attributes["leadsTo"] != new.attributes["leadsTo"] {
      return "it leads to another function, or to one with other parameters or another result"
    }
    // Internal is the rule, and not said.
    if old.attributes["access"] != nil, new.attributes["access"] == nil {
      return "calls from outside the program are rejected now"
    }
    let (before, after) = (old.attributes["condition"], new.attributes["condition"])
    if after != nil, before != after {
      return "it is there under another condition"
    }
    return nil
  }
}
