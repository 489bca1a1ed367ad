import CommandLineKit
import SourceInspection

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CommandOption {
  fileprivate static let package = CommandOption(
    name: "package", value: "file",
    summary: "The output of 'swift package describe --type json'.")

  fileprivate static let changed = CommandOption(
    name: "changed", value: "file", isRepeated: true,
    summary: "A changed file, relative to the package, or - for a list on standard input.")

  fileprivate static let previous = CommandOption(
    name: "previous", value: "folder",
    summary: "A folder with the changed files before the change, at the same relative paths.")

  fileprivate static let reads = CommandOption(
    name: "reads", value: "target=path", isRepeated: true,
    summary: "A file or folder that the tests of a target read while they run.")

  fileprivate static let matching = CommandOption(
    name: "matching", value: "expression", isRepeated: true,
    summary: "Only tests that match, as for '--filter' of 'swift test'.")

  fileprivate static let index = CommandOption(
    name: "index", value: "folder",
    summary: "The compiler's index (default: .build/debug/index/store of the package).")

  fileprivate static let filters = CommandOption(
    name: "filters", value: "file",
    summary: "Write the filters for 'swift test' to this file, one per line.")
}

extension ModkitCommand {
  /// Lists the tests that a change of files can affect.
  static let test = ModkitCommand(
    syntax: CommandSyntax(
      name: "test",
      summary: "List the tests whose outcome a change of files can affect, and why.",
      parameters: [],
      options: [
        .package, .changed, .previous, .reads, .matching, .index, .filters, .json, .output,
      ],
      discussion: """
        'swift package modkit test --since main' finds the changed files, builds the package, and \
        runs these tests. This command only lists them, after you have built all tests. If a \
        change cannot be judged, it lists all tests and says why.
        """)
  ) { invocation in
    let arguments = invocation.arguments
    guard let description = arguments.value(.package), arguments.has(.changed) else {
      throw CommandMistake(
        """
        'test' needs '\(CommandOption.package.usage)' and '\(CommandOption.changed.usage)'. \
        'swift package modkit test --since main' passes both
        """, of: "test")
    }
    let matching = try matching(arguments)
    let layout = try layout(in: description, invocation)
    let changed = arguments.values(.changed).flatMap { path in
      path == "-" ? Array(AnyIterator { readLine() }) : [path]
    }.filter { !$0.isEmpty }
    let graph = ReadingProcess().read(
      FileGraphRequest(
        layout: layout,
        store: arguments.value(.index) ?? "\(layout.path)/.build/debug/index/store",
        previousTexts: try previousTexts(of: changed, invocation)))
    let selection = TestSelection(
      changing: changed, in: graph, of: layout, readings: try readings(arguments, layout),
      matching: matching)
    if let path = arguments.value(.filters) {
      try invocation.write(selection.filters.map { $0 + "\n" }.joined(), to: path)
    }
    if invocation.isJSON {
      try invocation.answer(json: selection)
    } else {
      try invocation.answer(lines: selection.lines)
    }
    return .success
  }

  private static func layout(
    in path: String, _ invocation: Invocation
  ) throws -> PackageLayout {
    let data = try invocation.read(path)
    do {
      return try JSONDecoder().decode(PackageLayout.self, from: data)
    } catch {
      throw Failure(
        code: .unreadable,
        message: """
          \(path) is not the description of a package. Write it with 'swift package describe \
          --type json'.
          """)
    }
  }

  /// Reads the earlier texts of changed files.
  ///
  /// A new file has none.
  private static func previousTexts(
    of changed: [String], _ invocation: Invocation
  ) throws -> [String: String] {
    guard let folder = invocation.arguments.value(.previous) else { return [:] }
    var texts: [String: String] = [:]
    for path in changed where FileManager.default.fileExists(atPath: "\(folder)/\(path)") {
      texts[path] = String(decoding: try invocation.read("\(folder)/\(path)"), as: UTF8.self)
    }
    return texts
  }

  private static func matching(
    _ arguments: CommandArguments
  ) throws(CommandMistake) -> [TestFilter] {
    var filters: [TestFilter] = []
    for expression in arguments.values(.matching) {
      do {
        filters.append(try TestFilter(expression))
      } catch {
        throw CommandMistake(
          """
          '\(expression)' is no regular expression: pass one that matches tests such as \
          'FeedTests.FeedTests/sums()'
          """, of: "test")
      }
    }
    return filters
  }

  private static func readings(
    _ arguments: CommandArguments, _ layout: PackageLayout
  ) throws(CommandMistake) -> [String: [String]] {
    var readings: [String: [String]] = [:]
    for pair in arguments.values(.reads) {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw CommandMistake(
          "'--reads' must be a pair such as FeedTests=Documentation/Feed.md, not '\(pair)'",
          of: "test")
      }
      readings[parts[0], default: []].append(parts[1])
    }
    return readings
  }
}
