import BinaryInspection
import CommandLineKit
import ModuleGraph

extension CommandOption {
  fileprivate static let format = CommandOption(
    name: "format", value: "format", choices: ["mermaid", "dot", "json", "html"],
    summary: "The format of the graph (default: mermaid).")

  fileprivate static let level = CommandOption(
    name: "level", value: "level", choices: ["modules", "nodes"],
    summary: "The level of detail (default: modules).")

  fileprivate static let title = CommandOption(
    name: "title", value: "text", summary: "The title of the page.")
}

extension ModkitCommand {
  /// Shows the graph of all modules.
  static let graph = ModkitCommand(
    syntax: CommandSyntax(
      name: "graph", summary: "Write the graph of all modules as a drawing, a page or JSON.",
      parameters: [.files],
      options: [.format, .level, .focus, .steps, .affectedBy, .title, .output, .uses, .libraries])
  ) { invocation in
    let arguments = invocation.arguments
    let whole = try invocation.graph(of: try invocation.program())
    if !whole.usesAreKnown { invocation.note("Uses in code were not read.") }
    let graph = try invocation.chosenModules(in: whole).map(whole.limited) ?? whole
    let level: ModuleGraph.DetailLevel =
      arguments.value(.level) == "nodes" ? .nodes : .modules
    switch arguments.value(.format) {
    case "dot": try invocation.answer(document: graph.dot(level))
    case "json": try invocation.answer(document: graph.json())
    case "html":
      try invocation.answer(document: graph.html(title: arguments.value(.title) ?? "Modules"))
    default: try invocation.answer(document: graph.mermaid(level))
    }
    return .success
  }
}
