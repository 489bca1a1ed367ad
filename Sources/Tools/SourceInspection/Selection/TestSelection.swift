/// The tests whose outcome a change of files can affect, each with the reason.
///
/// The search runs from the changed files to their dependents. It follows everything that can carry
/// an effect: references, extensions, macros, records, programs that tests start, and files that
/// tests read. If it cannot judge a change, it selects all tests and says why.
package struct TestSelection: Sendable, Encodable {
  /// A file with selected tests.
  package struct Selected: Sendable, Encodable {
    package let target: String
    package let file: String
    /// The identifiers, as `swift test list` prints them but without parameters.
    package let tests: [String]
    /// A shortest path: the changed file, followed by each dependent with the reason.
    package let way: [String]
  }

  package private(set) var selected: [Selected] = []
  /// The reasons to run all tests, as sentences.
  ///
  /// The list is empty if the change can be judged.
  package private(set) var everythingBecause: [String] = []
  /// Changed files that belong to no target and that no test is known to read.
  package private(set) var ignored: [String] = []
  /// The number of all tests.
  package let total: Int
  /// The regular expressions for `swift test --filter`.
  package private(set) var filters: [String] = []

  /// The filters that narrow the selection.
  ///
  /// A test runs if one of them matches it.
  package let matching: [String]
  /// The number of tests that a change can affect, but that no filter matches.
  package private(set) var unmatched = 0

  /// The number of selected tests.
  package var count: Int { selected.map(\.tests.count).reduce(0, +) }

  /// Selects tests.
  ///
  /// - Parameters:
  ///   - changed: The paths of the changed files, relative to the package.
  ///   - graph: The sources of the package.
  ///   - layout: The targets of the package.
  ///   - readings: The paths that the tests of a target read, by the name of the target.
  ///   - matching: The filters of which one must match a test, unless the list is empty.
  package init(
    changing changed: [String], in graph: FileGraph, of layout: PackageLayout,
    readings: [String: [String]] = [:], matching: [TestFilter] = []
  ) {
    self.matching = matching.map(\.text)
    total = graph.files.map(\.tests.count).reduce(0, +)
    var search = DependentSearch(graph, layout)
    everythingBecause = graph.gaps
    for path in changed {
      let readers = readings.filter { $0.value.contains { Self.path(path, isIn: $0) } }.map(\.key)
      search.start(atReadersOf: path, readers.sorted())
      switch Self.judgement(of: path, graph, layout) {
      case .source: search.start(at: path)
      case .unknown(let reason):
        if readers.isEmpty { everythingBecause.append(reason) }
      case .outside:
        if readers.isEmpty { ignored.append(path) }
      }
    }
    search.run()
    for (index, file) in graph.files.enumerated() where !file.tests.isEmpty {
      let way = everythingBecause.isEmpty ? search.way(to: index) : []
      guard let way else { continue }
      let tests = file.tests.filter { test in
        matching.isEmpty || matching.contains { $0.matches(test, in: file) }
      }
      unmatched += file.tests.count - tests.count
      guard !tests.isEmpty else { continue }
      let ids = tests.map { $0.id(in: file.target) }
      selected.append(Selected(target: file.target, file: file.path, tests: ids, way: way))
    }
    if everythingBecause.isEmpty {
      filters = Self.filters(of: graph, selecting: selected)
    } else {
      // Without an index no test is known, so the filters cannot be applied here.
      filters = matching.isEmpty ? ["."] : self.matching
    }
  }

  private enum Judgement {
    case source
    case unknown(String)
    case outside
  }

  private static func judgement(
    of path: String, _ graph: FileGraph, _ layout: PackageLayout
  ) -> Judgement {
    if graph.files.contains(where: { $0.path == path }) || graph.lost[path] != nil {
      return .source
    }
    if layout.isInOtherPackage(path) {
      return .unknown("'\(path)' is in another package, whose sources are not read")
    }
    let name = path.split(separator: "/").last ?? ""
    if !path.contains("/"), name.hasPrefix("Package") || name == ".swift-version" {
      return .unknown("'\(path)' decides how all targets are built")
    }
    if Self.path(path, isIn: "Plugins") {
      return .unknown("'\(path)' may change the build")
    }
    // A catalog of documentation is in the folder of a target, but not in its program.
    if path.contains(".docc/") { return .outside }
    let owner = layout.targets.filter { Self.path(path, isIn: $0.folder) }
      .max { $0.folder.utf8.count < $1.folder.utf8.count }
    guard let owner else { return .outside }
    return .unknown(
      "'\(path)' of the target '\(owner.name)' is no Swift source, so its dependents are unknown")
  }

  private static func path(_ path: String, isIn folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }
}

extension TestSelection {
  /// Returns a short list of regular expressions that match the selected tests only.
  ///
  /// If all tests of a suite are selected, one expression stands for them.
  private static func filters(of graph: FileGraph, selecting selected: [Selected]) -> [String] {
    let chosen = Dictionary(
      selected.map { ($0.file, Set($0.tests)) }, uniquingKeysWith: { $0.union($1) })
    func isChosen(_ test: FileGraph.Test, in file: FileGraph.File) -> Bool {
      chosen[file.path]?.contains(test.id(in: file.target)) == true
    }
    func group(_ file: FileGraph.File, _ suites: ArraySlice<String>) -> String {
      "^\(pattern(file.target))\\." + suites.map { pattern($0) + "/" }.joined()
    }
    // The expression for a suite also matches the tests of suites in it.
    var partial: Set<String> = []
    for file in graph.files {
      for test in file.tests where !isChosen(test, in: file) {
        for count in 0...test.suites.count {
          partial.insert(group(file, test.suites.prefix(count)))
        }
      }
    }
    var filters: Set<String> = []
    for file in graph.files {
      for test in file.tests where isChosen(test, in: file) {
        let group = group(file, test.suites[...])
        let isWhole = !test.suites.isEmpty && !partial.contains(group)
        filters.insert(isWhole ? group : group + pattern(test.name) + "\\(")
      }
    }
    return filters.sorted()
  }

  /// Returns the regular expression that matches a text.
  private static func pattern(_ text: String) -> String {
    text.map { character in
      let isPlain = character.isLetter || character.isNumber || " _`'-,:;!\"".contains(character)
      return isPlain ? String(character) : "\\\(character)"
    }.joined()
  }
}

extension TestSelection {
  /// The selection for people as lines.
  package var lines: [String] {
    let files = selected.flatMap { file in
      ["\(file.file) (\(Self.count(file.tests.count)))"]
        + (file.way.isEmpty ? [] : ["  " + file.way.joined(separator: " → ")])
    }
    let reasons =
      Array(everythingBecause.prefix(Self.mostNamed)).map { "everything runs, because \($0)" }
      + (everythingBecause.count > Self.mostNamed
        ? ["and \(everythingBecause.count - Self.mostNamed) more reasons"] : [])
    // A folder of a build that git does not ignore has thousands of files.
    let more = self.ignored.count - Self.mostNamed
    let shown = self.ignored.prefix(Self.mostNamed) + (more > 0 ? ["\(more) more files"] : [])
    let ignored =
      ignored.isEmpty
      ? []
      : [
        """
        no target contains \(shown.joined(separator: ", ")), so no test is selected: if a \
        test reads such a file, pass '--reads'
        """
      ]
    let match =
      matching.isEmpty
      ? []
      : [
        """
        \(count) of \(Self.count(count + unmatched)) that the change can affect match \
        \(matching.map { "'\($0)'" }.joined(separator: " or "))
        """
      ]
    return (everythingBecause.isEmpty ? files : []) + reasons + ignored + match + [summary]
  }

  /// The last line: `12 of 263 tests run, 251 do not`.
  package var summary: String { "\(count) of \(Self.count(total)) run, \(total - count) do not" }

  /// The number of reasons, and of files outside all targets, that the text names.
  private static let mostNamed = 5

  private static func count(_ number: Int) -> String { "\(number) test\(number == 1 ? "" : "s")" }
}
