import BinaryInspection
import CommandLineKit

extension CommandOption {
  fileprivate static let format = CommandOption(
    name: "format", value: "format", choices: ["text", "markdown", "json", "sarif"],
    summary: "How the answer is written; text unless it says otherwise.")

  fileprivate static let github = CommandOption(
    name: "github", summary: "Write a comment for a pull request on GitHub.")

  fileprivate static let gitlab = CommandOption(
    name: "gitlab", summary: "Write a comment for a merge request on GitLab.")

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
      options: [
        .format, .github, .gitlab, .strict, .output, .moduleFolder, .uses, .libraries,
      ],
      discussion: """
        Declarations that only moved in their file are the same. Breaking is what others may \
        name: a route, a routing class, a task or a declaration of a kind of your own that is \
        gone, and a route that leads to another function, takes or gives another type, is no \
        longer open to calls from outside, or got a condition.

        The level of a change says whether it breaks stored data, an old build that still \
        runs, or source, or whether it is harmless.

        Comments begin with the line '\(SurfaceDifference.commentMarker)', which is not shown, \
        and by which a workflow finds the comment that it replaces.
        """)
  ) { invocation in
    let arguments = invocation.arguments
    let host = try commentHost(arguments)
    let programs = try arguments.words.map { path in
      try InspectedProgram(paths: [path], includingLibraries: arguments.has(.libraries))
    }
    let graphs = try invocation.graphs(of: programs)
    let difference = SurfaceDifference(
      from: graphs[0], to: graphs[1], schemas: (programs[0].schemas(), programs[1].schemas()))
    switch (host, arguments.value(.format)) {
    case (let host?, _): try invocation.answer(document: difference.comment(for: host))
    case (nil, "sarif"):
      let folders = SourceFolders(root: ".", folders: try invocation.moduleFolders(of: "diff"))
      try invocation.answer(
        json: SARIFLog(
          CheckReport(difference.findings), toolVersion: Modkit.version, folders: folders))
    case (nil, "json"): try invocation.answer(json: difference)
    case (nil, "markdown"): try invocation.answer(document: difference.markdown)
    default:
      let note = difference.comparesUses ? [] : ["uses in code were not compared"]
      try invocation.answer(
        lines: difference.changes.flatMap(\.lines) + [difference.summary] + note)
    }
    return arguments.has(.strict) && !difference.breaking.isEmpty ? .found : .success
  }

  /// Returns the host of the requested comment, or `nil` if another format was requested.
  private static func commentHost(
    _ arguments: CommandArguments
  ) throws(CommandMistake) -> CommentHost? {
    let formats = [CommandOption.format, .github, .gitlab].filter(arguments.has)
    guard formats.count <= 1 else {
      let names = formats.map { "'--\($0.name)'" }.joined(separator: " and ")
      throw CommandMistake("\(names) are different formats; take one of them", of: "diff")
    }
    return formats.first.flatMap { CommentHost(rawValue: $0.name) }
  }
}
