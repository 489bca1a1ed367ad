import BinaryInspection
import CommandLineKit
import ModuleGraph

extension ModkitCommand {
  /// Shows all known information about a name.
  static let show = ModkitCommand(
    syntax: CommandSyntax(
      name: "show", summary: "Show all that is known of a task, a route, an event, a wire.",
      parameters: [
        CommandParameter(
          name: "name",
          summary: "Its key or the last part of it, its id in the graph, or a place as File:line."),
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
      throw Failure(code: .found, message: "nothing there is called '\(name)'\(hint)\(end)")
    }
    if invocation.isJSON {
      try invocation.answer(json: descriptions)
    } else {
      let note = graph.usesAreKnown ? [] : [["uses in code were not looked at"]]
      try invocation.answer(lines: (descriptions.map(\.lines) + note).joined(separator: [""]))
    }
    return .success
  }
}
