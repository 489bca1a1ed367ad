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
    summary: "The format of the output (default: text).")

  fileprivate static let baseline = CommandOption(
    name: "baseline", value: "file",
    summary: "The known problems (default: \(CheckFiles.baseline), if it exists).")

  fileprivate static let writeBaseline = CommandOption(
    name: "write-baseline", value: "file", summary: "Write all problems to a baseline, and succeed."
  )

  fileprivate static let moment = CommandOption(
    name: "at", value: "date",
    summary: "The date on which the program runs, such as 2026-12-31 (default: now).")

  fileprivate static let sourceRoot = CommandOption(
    name: "source-root", value: "path",
    summary: "The folder of the project, for paths in sarif and github (default: this folder)."
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
      name: "check", summary: "Find problems in the declarations of modules.",
      parameters: [.files],
      options: [
        .strict, .format, .output, .rules, .baseline, .writeBaseline, .moment, .sourceRoot,
        .moduleFolder, .uses, .libraries,
      ],
      discussion: """
        Errors fail the check, and so do baseline entries that are no longer problems. Warnings \
        fail it with --strict. Notices never do. To adopt the check in an old project, run it once \
        with --write-baseline \(CheckFiles.baseline), and commit that file.
        """)
  ) { invocation in
    let arguments = invocation.arguments
    let program = try invocation.program()
    let graph = try invocation.graph(of: program, at: try moment(arguments))
    let findings =
      program.findings(in: graph) + (try invocation.ruleBook()?.findings(in: graph) ?? [])
    if let path = arguments.value(.writeBaseline) {
      try invocation.write(Baseline(findings).json, to: path)
      invocation.note("\(path) lists \(findings.count) known problems.")
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
        "'--at' must be a date such as 2026-12-31 or 2026-12-31T08:00:00Z, not '\(text)'",
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
