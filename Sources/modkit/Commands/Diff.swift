import BinaryInspection
import CommandLineKit

extension CommandOption {
  fileprivate static let format = CommandOption(
    name: "format", value: "format", choices: ["text", "markdown", "json"],
    summary: "How the answer is written; text unless it says otherwise.")

  fileprivate static let strict = CommandOption(
    name: "strict", summary: "Fail if something is breaking.")
}

extension ModkitCommand {
  /// Compares two builds.
  static let diff = ModkitCommand(
    syntax: CommandSyntax(
      name: "diff", summary: "Compare what two builds of a program declare.",
      parameters: [
        CommandParameter(name: "old", summary: "The file of the earlier build.", isFile: true),
        CommandParameter(name: "new", summary: "The file of the later build.", isFile: true),
      ],
      options: [.format, .strict, .output, .libraries],
      discussion: """
        Declarations that only moved in their file are the same. Breaking is what others may \
        name: a route, a routing class, a task or a declaration of a kind of your own that is \
        gone, and a route that leads to another function, takes or gives another type, is no \
        longer open to calls from outside, or got a condition.
        """)
  ) { invocation in
    let arguments = invocation.arguments
    let graphs = try arguments.words.map { path in
      try InspectedProgram(paths: [path], includingLibraries: arguments.has(.libraries)).graph()
    }
    let difference = SurfaceDifference(from: graphs[0], to: graphs[1])
    switch arguments.value(.format) {
    case "json": try invocation.answer(json: difference)
    case "markdown": try invocation.answer(document: difference.markdown)
    default:
      try invocation.answer(lines: difference.changes.flatMap(\.lines) + [difference.summary])
    }
    return arguments.has(.strict) && !difference.breaking.isEmpty ? .found : .success
  }
}
