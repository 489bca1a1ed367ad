import BinaryInspection
import CommandLineKit

extension CommandOption {
  fileprivate static let format = CommandOption(
    name: "format", value: "format", choices: ["text", "markdown", "json", "sarif"],
    summary: "The format of the output (default: text).")

  fileprivate static let github = CommandOption(
    name: "github", summary: "Write a comment for a pull request on GitHub.")

  fileprivate static let gitlab = CommandOption(
    name: "gitlab", summary: "Write a comment for a merge request on GitLab.")

  fileprivate static let strict = CommandOption(
    name: "strict", summary: "Fail if a change is breaking.")
}

extension ModkitCommand {
  /// Compares two builds.
  static let diff = ModkitCommand(
    syntax: CommandSyntax(
      name: "diff", summary: "Compare the declarations of two builds of a program.",
      parameters: [
        CommandParameter(name: "old", summary: "The file of the earlier build.", isFile: true),
        CommandParameter(name: "new", summary: "The file of the later build.", isFile: true),
      ],
      options: [
        .format, .github, .gitlab, .strict, .output, .moduleFolder, .uses, .libraries,
      ],
      discussion: """
        A declaration that only moved within its file counts as unchanged. A change is breaking if \
        it removes something that other code may name: a route, a routing class, a task, a job or \
        a declaration of a kind of your own. A route also breaks if it calls another function, \
        takes or returns another type, is no longer open to calls from outside, or depends on a \
        new condition.

        The level of a change says whether it breaks stored data, an old build that still \
        runs, or source, or whether it is harmless.

        Comments start with the invisible line '\(SurfaceDifference.commentMarker)', by which a \
        workflow finds the comment to replace.
        """)
  ) { invocation in
    let arguments = invocation.arguments
    let host = try commentHost(arguments)
    let builds = try invocation.builds(at: arguments.words)
    let difference = SurfaceDifference(
      from: builds[0].graph, to: builds[1].graph,
      schemas: (builds[0].schemas, builds[1].schemas))
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
      throw CommandMistake("\(names) exclude each other; use one of them", of: "diff")
    }
    return formats.first.flatMap { CommentHost(rawValue: $0.name) }
  }
}
