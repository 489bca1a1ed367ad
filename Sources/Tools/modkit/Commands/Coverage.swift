import BinaryInspection
import CommandLineKit
import ModuleGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CommandOption {
  fileprivate static let except = CommandOption(
    name: "except", value: "module", isRepeated: true,
    summary: "Without --module, omit the declarations of this module, such as a module of tests.")

  fileprivate static let least = CommandOption(
    name: "fail-under", value: "percent",
    summary: "Fail if the tests exercise less than this percentage of the declarations.")

  fileprivate static let lock = CommandOption(
    name: "lock", value: "file",
    summary: "Fail if a declaration that is not in this lock file has no test.")

  fileprivate static let html = CommandOption(
    name: "html", summary: "Write the page of the graph, in which each declaration has its tests.")
}

extension ModkitCommand {
  /// Shows which declarations tests have exercised.
  static let coverage = ModkitCommand(
    syntax: CommandSyntax(
      name: "coverage",
      summary: "Show which declarations the tests have exercised, and which they have not.",
      parameters: [
        CommandParameter(
          name: "folder", summary: "The folder in which the tests wrote their coverage.",
          isFile: true),
        .files,
      ],
      options: [.module, .except, .least, .lock, .json, .html, .output, .libraries],
      discussion: """
        'swift package modkit coverage' builds the tests, runs them with \
        \(ExercisedDeclaration.variable), and passes the folder and the program of the tests. \
        Tests with '.freshModules' or '.module' of BridgeTestSupport write coverage.

        A lock file is written by 'modkit lock'. It contains code before main, routes open to \
        calls from outside, tasks of the clock, jobs, and wires between modules. Other \
        declarations are never new.
        """)
  ) { invocation in
    let arguments = invocation.arguments
    guard !arguments.has(.json) || !arguments.has(.html) else {
      throw CommandMistake("'--json' and '--html' exclude each other; use one of them")
    }
    let percent = try arguments.positive(.least, default: 0)
    guard percent <= 100 else {
      throw CommandMistake("'--fail-under' must be a percentage of at most 100", of: "coverage")
    }
    let exercised = try exercised(in: arguments.words[0], invocation)
    let program = try InspectedProgram(
      paths: Array(arguments.words.dropFirst()), includingLibraries: arguments.has(.libraries))
    let graph = program.graph(omittingProblems: true)
    let chosen = Set(arguments.values(.module))
    if let unknown = chosen.filter({ graph.module($0) == nil }).min() {
      throw CommandMistake(
        "no module '\(unknown)' declares anything in these files"
          + NameHint.text(for: unknown, among: graph.modules.map(\.name)), of: "coverage")
    }
    let omitted = Set(arguments.values(.except))
    let report = CoverageReport(graph, exercised: exercised) {
      chosen.isEmpty ? !omitted.contains($0) : chosen.contains($0)
    }
    if let first = report.unmatched.first {
      invocation.note(
        """
        \(report.unmatched.count) lines of the coverage belong to no declaration of the program, \
        such as \(first.kind) '\(first.name)' at \(first.location). Pass the program that the tests \
        ran in, and remove the folder before you run them.
        """)
    }
    try answer(report, of: graph, invocation)
    var failures = report.failures(under: percent)
    if let path = arguments.value(.lock) {
      let lock = String(decoding: try invocation.read(path), as: UTF8.self)
      failures += report.failures(since: lock, in: graph)
    }
    for failure in failures { invocation.note(failure) }
    return failures.isEmpty ? .success : .found
  }

  private static func answer(
    _ report: CoverageReport, of graph: ModuleGraph, _ invocation: Invocation
  ) throws {
    if invocation.isJSON { return try invocation.answer(json: report) }
    if invocation.arguments.has(.html) {
      return try invocation.answer(document: report.annotated(graph).html(title: "Coverage"))
    }
    guard !report.declarations.isEmpty else {
      return invocation.note("The files declare nothing that tests can exercise.")
    }
    var exercised = TextTable(
      columns: ["module", "kind", "exercised", "tests", "by"], numbers: ["tests"])
    var others = TextTable(columns: ["module", "kind", "notExercised", "place"])
    for declaration in report.declarations {
      let start = [declaration.module, declaration.kind.rawValue, declaration.name]
      if declaration.tests.isEmpty {
        others.append(start + [declaration.place])
      } else {
        let names = declaration.tests.map(\.name).joined(separator: ", ")
        exercised.append(start + ["\(declaration.tests.count)", names])
      }
    }
    var shares = TextTable(
      columns: ["module", "declared", "exercised", "percent"],
      numbers: ["declared", "exercised", "percent"])
    for (name, share) in report.modules + [("all", report.share)] {
      shares.append([name, "\(share.declared)", "\(share.exercised)", "\(share.percent)"])
    }
    try invocation.answer(tables: [exercised, others].filter { !$0.rows.isEmpty } + [shares])
  }

  /// Reads the coverage files of a folder, and names the lines that are damaged.
  private static func exercised(
    in folder: String, _ invocation: Invocation
  ) throws -> [ExercisedDeclaration] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw Failure(code: .unreadable, message: "the folder \(folder) cannot be read: \(error).")
    }
    let files = names.filter { $0.hasSuffix(".\(ExercisedDeclaration.fileExtension)") }.sorted()
    guard !files.isEmpty else {
      throw Failure(
        code: .unreadable,
        message: """
          \(folder) contains no coverage. Give the tests the trait '.module("…")' or \
          '.freshModules' of BridgeTestSupport, and run them with \
          \(ExercisedDeclaration.variable)=\(folder).
          """)
    }
    return try files.flatMap { file in
      let path = "\(folder)/\(file)"
      let text = String(decoding: try invocation.read(path), as: UTF8.self)
      let (exercised, damagedLines) = ExercisedDeclaration.read(text)
      if let first = damagedLines.first {
        let words = damagedLines.count == 1 ? "is" : "and \(damagedLines.count - 1) more are"
        invocation.note(
          """
          \(path):\(first): the line \(words) damaged, so a test may be missing. Run the tests \
          again.
          """)
      }
      return exercised
    }
  }
}
