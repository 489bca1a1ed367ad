import Bridge
import ModuleGraph
import Spelling
import TaskKit

/// The modules that a test of one module includes, and the declarations of the others.
struct ModuleSelection: Sendable {
  /// The tested module.
  let module: String

  /// The included modules.
  let modules: Set<String>

  /// The graph of the whole program.
  private let graph: ModuleGraph

  /// Selects modules.
  ///
  /// - Parameters:
  ///   - module: The tested module.
  ///   - extent: The dependencies to include.
  ///   - graph: The graph of the whole program.
  /// - Throws: An error with the nearest name, if the module has no declarations.
  init(of module: String, including extent: ModuleExtent, in graph: ModuleGraph) throws {
    guard graph.module(module) != nil else {
      let nearest = EditDistance.nearest(to: module, among: graph.modules.map(\.name), atMost: 1)
      let fix =
        nearest.first.map { "did you mean '\($0)'?" }
        ?? "link the module to the test target, and write its name as in 'import'."
      throw ModuleTestError("no module '\(module)' declares anything in this process: \(fix)")
    }
    self.module = module
    self.graph = graph
    var modules: Set = [module]
    var latest = modules
    var steps = extent.steps ?? graph.modules.count
    while steps > 0, !latest.isEmpty {
      let next = graph.moduleEdges.filter { latest.contains($0.from) && $0.isDependency }.map(\.to)
      latest = Set(next).subtracting(modules)
      modules.formUnion(latest)
      steps -= 1
    }
    self.modules = modules
  }

  /// Returns whether a declaration belongs to an included module.
  func includes(_ item: DeclaredItem) -> Bool { modules.contains(item.module) }

  /// Returns the events of a task that the program declares, or `.demand` for another task.
  func events(ofTask name: String) -> TaskEvent {
    guard case .list(let names)? = graph.node("task:\(name)")?[attribute: "on"] else {
      return .demand
    }
    return TaskEvent(TaskEvent.named.filter { names.contains($0.name) }.map(\.event))
  }

  // MARK: - Missing stubs

  /// Returns the message for a call that matches no route.
  func missingRoute(_ url: String, at location: CodeLocation) -> String {
    let contract = graph.nodes(of: .contract).first { $0.name == url }
    let result: String =
      if case .text(let type)? = contract?[attribute: "result"] { type } else { "value" }
    return missing(
      "the call '\(url)' matches no route", declaredBy: moduleOfRoute(url), at: location,
      stub: ".stub(\"\(url)\", returning: <#\(result)#>)")
  }

  /// Returns the message for a task that does not exist.
  func missingTask(_ name: String, at location: CodeLocation) -> String {
    missing(
      "no task '\(name)' exists", declaredBy: graph.node("task:\(name)")?.module, at: location,
      stub: ".stub(task: \"\(name)\")")
  }

  /// Returns the message for a job that does not exist.
  func missingJob(_ name: String, at location: CodeLocation) -> String {
    let node = graph.node("job:\(name)")
    let payload: String =
      if case .text(let type)? = node?[attribute: "payload"] { type } else { "<#Payload#>" }
    let result =
      if case .text(let type)? = node?[attribute: "result"] { ", returning: <#\(type)#>" } else {
        ""
      }
    return missing(
      "no job '\(name)' exists", declaredBy: node?.module, at: location,
      stub: ".stub(job: \"\(name)\", taking: \(payload).self\(result))")
  }

  private func missing(
    _ problem: String, declaredBy owner: String?, at location: CodeLocation, stub: String
  ) -> String {
    let reason = owner.map { ", because its module '\($0)' is not included" } ?? ""
    return "\(location): \(problem) in this test\(reason). Stub it in the scenario: '\(stub)'."
  }

  /// The module whose routing class the path of a URL starts with.
  private func moduleOfRoute(_ url: String) -> String? {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let name = url[scheme.upperBound...].prefix { $0 != "/" }
    return graph.node("class:\(name)")?.module
  }
}

/// The error of a test that cannot run as it was written.
struct ModuleTestError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
