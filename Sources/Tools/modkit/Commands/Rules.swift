import BinaryInspection
import CommandLineKit
import ModuleGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CommandOption {
  /// The file with the rules for modules.
  static let rules = CommandOption(
    name: "rules", value: "file",
    summary: "The rules between modules (default: \(CheckFiles.rules), if it exists).")

  fileprivate static let start = CommandOption(
    name: "init", summary: "Write a first rule file that permits what the program does now.")
}

extension ModkitCommand {
  /// Shows the rules for a program.
  static let rules = ModkitCommand(
    syntax: CommandSyntax(
      name: "rules", summary: "List the rules between modules, or write a first rule file.",
      parameters: [
        CommandParameter(
          name: "file", summary: "The program, for --init.", isOptional: true, isRepeated: true)
      ],
      options: [.rules, .start, .output, .uses, .libraries, .json],
      discussion: """
        Commit the rule file with the sources. 'check' compares the program with it:

        group features = Cart, Checkout, Search*
        forbid Cart -> Account  because "orders know no people"
        only features -> Contracts, Accounts
        require App -> Telemetry via wire
        forbid cycles among features
        """)
  ) { invocation in
    if invocation.arguments.has(.start) {
      guard !invocation.arguments.words.isEmpty else {
        throw CommandMistake("'rules --init' needs the program", of: "rules")
      }
      let graph = try invocation.graph(of: try invocation.program())
      try invocation.answer(document: RuleBook.starter(for: graph))
      return .success
    }
    guard let book = try invocation.ruleBook() else {
      throw Failure(
        code: .unreadable,
        message: "this folder has no \(CheckFiles.rules). Name a file with --rules, or create one "
          + "with 'modkit rules --init -o \(CheckFiles.rules) <program>'.")
    }
    if invocation.isJSON {
      try invocation.answer(json: book.entries.map(RuleLine.init))
      return .success
    }
    let table = TextTable(
      columns: ["place", "severity", "rule", "because"],
      rows: book.entries.map {
        ["\($0.place)", $0.severity.rawValue, $0.text, $0.because ?? ""]
      })
    try invocation.answer(tables: [table])
    return .success
  }
}

/// A rule in the output.
private struct RuleLine: Encodable {
  let place: String
  let severity: String
  let rule: String
  let sentence: String
  let because: String?

  init(_ entry: RuleBook.Entry) {
    place = "\(entry.place)"
    severity = entry.severity.rawValue
    rule = entry.text
    sentence = entry.sentence
    because = entry.because
  }
}

extension Invocation {
  /// Returns the rules in the option or, by default, in the folder.
  func ruleBook() throws -> RuleBook? {
    guard let path = CheckFiles.path(arguments.value(.rules), else: CheckFiles.rules) else {
      return nil
    }
    let text = String(decoding: try read(path), as: UTF8.self)
    do {
      return try RuleBook(parsing: text, file: path)
    } catch {
      throw Failure(code: .unreadable, message: "the rules cannot be used.\n\(error)")
    }
  }
}
