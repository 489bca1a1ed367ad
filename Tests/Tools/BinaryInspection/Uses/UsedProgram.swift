import Declarations
import ModuleGraph

/// A program with two modules, one of which is used by the code of others.
enum UsedProgram {
  static let records: [DeclaredRecord] = [
    record(
      "khla", "Store", "Store/Store.swift", 4,
      #"{"type":"Store","functions":[{"name":"delete","line":6},{"name":"add","line":9}]}"#),
    record("task", "Sync", "Store/Tasks.swift", 3, #"{"on":["idle"]}"#),
    record("tjob", "Send", "Store/Jobs.swift", 3, #"{"queue":"mail"}"#),
    record("rhea", "userDidLogin", "Feed/Callbacks.swift", 3, #"{"func":"reload"}"#),
    record("phob", "cart.count", "Feed/Observers.swift", 4),
    record("tnot", "Refresh", "Feed/Tasks.swift", 9, #"{"key":"account.changed"}"#),
  ]

  private static func record(
    _ kind: RecordKind, _ key: String, _ fileID: String, _ line: Int, _ detail: String = ""
  ) -> DeclaredRecord {
    DeclaredRecord(
      kind: kind, key: key, fileID: fileID, line: line, id: UInt64(key.utf8.count * 100 + line),
      detail: detail)
  }

  /// A use in the module `Search`.
  static func use(
    _ kind: ModuleGraph.Edge.Kind, _ target: ModuleGraph.Node.Kind, _ name: String, line: Int = 7,
    origin: ModuleGraph.Use.Origin = .code, count: Int? = nil
  ) -> ModuleGraph.Use {
    ModuleGraph.Use(
      kind, target, name, module: "Search",
      location: CodeLocation(fileID: "Search/Finder.swift", line: line), origin: origin,
      count: count)
  }

  /// The graph of the program with uses; `nil` if they were not looked at.
  static func graph(_ uses: [ModuleGraph.Use]?) -> ModuleGraph {
    var builder = ModuleGraph.Builder()
    for record in records { builder.add(record) }
    for use in uses ?? [] { builder.add(use: use) }
    builder.usesAreKnown = uses != nil
    return builder.graph()
  }
}
