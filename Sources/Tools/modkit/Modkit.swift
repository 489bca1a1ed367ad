import BinaryRecords
import CommandLineKit
import SourceInspection
import Spelling

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads, checks and compares the wiring of programs from their files.
@main
enum Modkit {
  /// The version of the package.
  static let version = "0.1.0"

  static func main() throws {
    if CommandLine.arguments.dropFirst() == [ReadingService.argument] {
      return try ReadingService.run()
    }
    let terminal = Terminal(environment: ProcessInfo.processInfo.environment)
    let code = run(Array(CommandLine.arguments.dropFirst()), on: terminal)
    if let failure = terminal.failure {
      terminal.note("modkit: the output could not be written: \(failure).")
      exit(ExitCode.unwritable.rawValue)
    }
    exit(code.rawValue)
  }

  /// Runs a command line, and reports errors in it.
  private static func run(_ line: [String], on terminal: Terminal) -> ExitCode {
    do {
      let request = try syntax.request(in: line)
      let invocation = Invocation(arguments: request.arguments, terminal: terminal)
      switch ModkitCommand.all.first(where: { $0.syntax.name == request.command.name }) {
      case let command?: return try command.run(invocation)
      case nil: return try runCommon(request, on: terminal)
      }
    } catch {
      let (code, message) = ending(by: error)
      terminal.note(EscapedText.lines("modkit: \(message)"))
      return code
    }
  }

  /// Returns the exit code and the message for an error.
  private static func ending(by error: any Error) -> (ExitCode, String) {
    switch error {
    case let mistake as CommandMistake: (.usage, syntax.explanation(of: mistake))
    case let failure as Failure: (failure.code, failure.message)
    // The error contains names of archive members.
    case let error as BinaryError: (.unreadable, EscapedText.line("\(error)"))
    default: (.unreadable, "\(error)")
    }
  }

  /// Runs the commands that every program has.
  private static func runCommon(
    _ request: ProgramSyntax.Request, on terminal: Terminal
  ) throws -> ExitCode {
    switch request.command.name {
    case CommandSyntax.version.name: terminal.print("modkit \(version)")
    case CommandSyntax.help.name:
      let name = request.arguments.words.first
      let text = try name.map { syntax.help(for: try syntax.command(named: $0)) }
      terminal.print(text ?? syntax.overview)
    default:
      terminal.print(syntax.completions(for: request.arguments.completionShell))
    }
    return .success
  }

  /// The commands of modkit.
  static let syntax = ProgramSyntax(
    name: "modkit", summary: "Reads what the modules of a program declare, without running it.",
    commands: ModkitCommand.all.map(\.syntax) + [.completions, .help, .version],
    exitCodes: ExitCode.allCases.map { .init(UInt8($0.rawValue), $0.meaning) },
    closingNote: """
      Files are ELF or Mach-O executables, libraries and object files, and archives of them. \
      Several files are read as one program.
      """)
}

/// The exit codes of modkit.
enum ExitCode: Int32, CaseIterable {
  case success = 0
  case found = 1
  case usage = 64
  case unreadable = 66
  case unwritable = 74

  /// A description of when the program ends with this code.
  var meaning: String {
    switch self {
    case .success: "It succeeded, and found no error."
    case .found: "A check, an audit or a comparison found an error, or a name is unknown."
    case .usage: "The command line is invalid."
    case .unreadable: "A file cannot be read, or has the wrong format."
    case .unwritable: "A file or the output cannot be written."
    }
  }
}

/// The reason why a command failed.
struct Failure: Error {
  let code: ExitCode
  /// Sentences that describe the problem and suggest a fix.
  let message: String
}
