import BinaryInspection
import CommandLineKit
import ModuleGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CommandOption {
  fileprivate static let strict = CommandOption(
    name: "strict", summary: "Fail on warnings too.")

  fileprivate static let format = CommandOption(
    name: "format", value: "format", choices: ["text", "json", "sarif", "github"],
    summary: "How the answer is written; text unless it says otherwise.")

  fileprivate static let baseline = CommandOption(
    name: "baseline", value: "file",
    summary: "The problems that are known; \(CheckFiles.baseline) if that is there.")

  fileprivate static let writeBaseline = CommandOption(
    name: "write-baseline", value: "file", summary: "Write down all problems as known, and succeed."
  )

  fileprivate static let moment = CommandOption(
    name: "at", value: "date",
    summary: "When the program runs, as 2026-12-31; now unless it says otherwise.")

  fileprivate static let sourceRoot = CommandOption(
    name: "source-root", value: "path",
    summary: "The folder of the project, for paths in sarif and github; this one unless it says so."
  )
}

/// The default files of a check.
enum CheckFiles {
  static let rules = "modkit.rules"
  static let baseline = "modkit.baseline"

  /// Returns the file in an option.
  ///
  /// By default, returns the usual file if it exists.
  static func path(_ named: String?, else usual: String) -> String? {
    named ?? (FileManager.default.fileExists(atPath: usual) ? usual : nil)
  }
}

extension ModkitCommand {
  /// Checks the declarations of a program.
  static let check = ModkitCommand(
    syntax: CommandSyntax(
      name: "check", summary: "Find what is wrong with what modules declare.",
      parameters: [.files],
      options: [
        .strict, .format, .output, .rules, .baseline, .writeBaseline, .moment, .sourceRoot,
        .moduleFolder, .uses, .libraries,
      ],
      discussion: """
        Errors fail the check, warnings too with --strict, notices never; so do entries of the \
        baseline that are no problems any more. To adopt it in an old project, run it once with \
        --write-baseline \(CheckFiles.baseline), and check that file in.
        """)
  ) { invocation in
    let arguments = invocation.arguments
    let program = try invocation.program()
    let graph = try invocation.graph(of: program, at: try moment(arguments))
    let findings =
      program.findings(in: graph) + (try invocation.ruleBook()?.findings(in: graph) ?? [])
    if let path = arguments.value(.writeBaseline) {
      try invocation.write(Baseline(findings).json, to: path)
      invocation.note("\(path) knows of \(findings.count) problems.")
      return .success
    }
    let baseline = try baseline(invocation)
    let report = CheckReport(findings, baseline: baseline, usesAreKnown: graph.usesAreKnown)
    switch arguments.value(.format) {
    case "json": try invocation.answer(json: report)
    case "sarif":
      try invocation.answer(
        json: SARIFLog(report, toolVersion: Modkit.version, folders: try folders(invocation)))
    case "github":
      try invocation.answer(document: report.workflowCommands(folders: try folders(invocation)))
    default: try invocation.answer(lines: report.lines)
    }
    return report.fails(isStrict: arguments.has(.strict)) ? .found : .success
  }

  private static func baseline(_ invocation: Invocation) throws -> Baseline {
    guard
      let path = CheckFiles.path(
        invocation.arguments.value(.baseline), else: CheckFiles.baseline)
    else { return Baseline() }
    do {
      return try Baseline(json: try invocation.read(path), file: path)
    } catch let fault as Baseline.Fault {
      throw Failure(code: .unreadable, message: fault.description)
    }
  }

  private static func moment(_ arguments: CommandArguments) throws(CommandMistake) -> Date {
    guard let text = arguments.value(.moment) else { return Date() }
    let day = Date.ISO8601FormatStyle().year().month().day()
    guard let date = (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: day))
    else {
      throw CommandMistake(
        "'--at' has to be a date such as 2026-12-31 or 2026-12-31T08:00:00Z, and is '\(text)'",
        of: "check")
    }
    return date
  }

  private static func folders(
    _ invocation: Invocation
  ) throws(CommandMistake) -> SourceFolders {
    SourceFolders(
      root: invocation.arguments.value(.sourceRoot) ?? ".",
      folders: try invocation.moduleFolders(of: "check"))
  }
}
