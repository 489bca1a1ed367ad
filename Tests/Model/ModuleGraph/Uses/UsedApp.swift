import Declarations
import ModuleGraph

/// A small app whose modules use each other in code.
enum UsedApp {
  static let records: [DeclaredRecord] = [
    .sample(
      "khla", "Store", "Store/Store.swift", 4,
      """
      {"type":"Store","functions":[{"name":"delete","line":6},{"name":"product","line":9,\
      "routes":[{"pattern":"product/{id:Int}","schemes":["kl"]}],\
      "parameters":[{"name":"id","type":"Int","label":"id"}]}]}
      """),
    .sample(
      "khct", "kl://Store/delete", "Contract/Contract.swift", 6,
      #"{"parameters":[],"func":"delete"}"#),
    .sample("task", "Sync", "Store/Tasks.swift", 3, #"{"on":["idle"],"type":"SyncTask"}"#),
    .sample("tjob", "Send", "Store/Jobs.swift", 3, #"{"queue":"mail"}"#),
    .sample("phky", "cart.count", "Cart/Keys.swift", 5, #"{"member":"cartCount","type":"Int"}"#),
    .sample("rhea", "userDidLogin", "Feed/Callbacks.swift", 3, #"{"func":"reload"}"#),
    .sample("phob", "cart.count", "Feed/Observers.swift", 4),
    SampleApp.wire("event", "containerDidLand", "task", "Sync", "Customs/Wires.swift", 2),
    .sample("tnot", "Refresh", "Feed/Tasks.swift", 9, #"{"key":"account.changed"}"#),
  ]

  /// A use in the file `Use.swift` of a module.
  static func use(
    _ kind: ModuleGraph.Edge.Kind, _ target: ModuleGraph.Node.Kind, _ name: String,
    in module: String = "Search", line: Int = 7, at declaration: CodeLocation? = nil,
    origin: ModuleGraph.Use.Origin = .code, count: Int? = nil
  ) -> ModuleGraph.Use {
    ModuleGraph.Use(
      kind, target, name, declaration: declaration, module: module,
      location: CodeLocation(fileID: "\(module)/Use.swift", line: line), origin: origin,
      count: count)
  }

  /// The graph of the app with uses in code.
  static func graph(_ uses: ModuleGraph.Use..., known: Bool = true) -> ModuleGraph {
    graph(uses, known: known)
  }

  static func graph(
    _ uses: [ModuleGraph.Use], known: Bool = true, records: [DeclaredRecord] = records
  ) -> ModuleGraph {
    var builder = ModuleGraph.Builder()
    for record in records { builder.add(record) }
    for use in uses { builder.add(use: use) }
    builder.usesAreKnown = known
    return builder.graph()
  }
}
