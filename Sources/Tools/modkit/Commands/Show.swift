import BinaryInspection
import CommandLineKit
import ModuleGraph

extension ModkitCommand {
  /// Shows all known information about a name.
  static let show = ModkitCommand(
    syntax: CommandSyntax(
      name: "show", summary: "Show all details of a task, a route, an event or a wire.",
      parameters: [
        CommandParameter(
          name: "name",
          summary:
            "Its key or the key's last part, its id in the graph, or its location as File:line."),
        .files,
      ],
      options: [.uses, .libraries, .json])
  ) { invocation in
    let name = invocation.arguments.words[0]
    let program = try InspectedProgram(
      paths: Array(invocation.arguments.words.dropFirst()),
      includingLibraries: invocation.arguments.has(.libraries))
    let graph = try invocation.graph(of: program)
    let descriptions = NodeDescription.all(
      named: name, in: graph, of: RecordListing(program.records))
    guard !descriptions.isEmpty else {
      let hint = NameHint.text(for: name, among: graph.nodes.map(\.name))
      let end = hint.hasSuffix("?") ? "" : "."
      throw Failure(code: .found, message: "no declaration is named '\(name)'\(hint)\(end)")
    }
    if invocation.isJSON {
      try invocation.answer(json: descriptions)
    } else {
      let note = graph.usesAreKnown ? [] : [["uses in code were not read"]]
      try invocation.answer(lines: (descriptions.map(\.lines) + note).joined(separator: [""]))
    }
    return .success
  }
}
