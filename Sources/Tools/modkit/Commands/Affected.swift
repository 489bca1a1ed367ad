import BinaryInspection
import CommandLineKit

extension CommandOption {
  fileprivate static let changed = CommandOption(
    name: "by", value: "file", isRepeated: true,
    summary: "A changed source: a path or Module/File.swift, or - for a list on standard input.")

  fileprivate static let depth = CommandOption(
    name: "depth", value: "number", summary: "The maximum number of steps (default: unlimited).")
}

extension ModkitCommand {
  /// Shows the declarations that a change of source files affects.
  static let affected = ModkitCommand(
    syntax: CommandSyntax(
      name: "affected",
      summary: "Show the declarations that a change of source files affects, and why.",
      parameters: [.files],
      options: [.changed, .depth, .json, .moduleFolder, .output, .uses, .libraries],
      discussion: """
        The search starts at the declarations of the files. It follows wires to callbacks and \
        observers, tasks to the tasks that require or follow them, and routes to the contracts and \
        wires that call them. Use it to review a change. A path ends at affected code, because \
        the function around that code is unknown, so 'modkit test' selects tests.
        """)
  ) { invocation in
    let arguments = invocation.arguments
    guard arguments.has(.changed) else {
      throw CommandMistake("'affected' needs '\(CommandOption.changed.usage)'", of: "affected")
    }
    let graph = try invocation.graph(of: try invocation.program())
    let known = SourceFileIDs(graph, folders: try invocation.moduleFolders(of: "affected"))
    let files = try changedFiles(arguments).map { path in
      (path: path, fileID: try fileID(of: path, among: known))
    }
    let affected = AffectedDeclarations(
      of: files, in: graph, depth: try depth(arguments))
    if invocation.isJSON {
      try invocation.answer(json: affected)
    } else {
      try invocation.answer(lines: affected.lines)
    }
    return .success
  }

  /// Returns the paths of the command line without duplicates.
  ///
  /// Those on standard input are inserted in their place.
  private static func changedFiles(_ arguments: CommandArguments) -> [String] {
    var known: Set<String> = []
    return arguments.values(.changed).flatMap { path in
      path == "-" ? Array(AnyIterator { readLine() }) : [path]
    }.filter { !$0.isEmpty && known.insert($0).inserted }
  }

  /// Returns the `fileID` of a path, or `nil` if no record has this file.
  private static func fileID(
    of path: String, among known: SourceFileIDs
  ) throws(CommandMistake) -> String? {
    let candidates = known.candidates(for: path)
    guard candidates.count <= 1 else {
      throw CommandMistake(
        """
        '\(path)' may be \(candidates.joined(separator: " or ")). Write one of them, or give the \
        folder of its module with '--module-folder'
        """, of: "affected")
    }
    return candidates.first
  }

  private static func depth(_ arguments: CommandArguments) throws(CommandMistake) -> Int {
    guard let text = arguments.value(.depth) else { return .max }
    guard let depth = Int(text), depth >= 0 else {
      throw CommandMistake(
        "'--depth' must be a whole number of steps such as 2, not '\(text)'", of: "affected")
    }
    return depth
  }
}
