import BinaryInspection
import CommandLineKit
import ModuleGraph
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

/// The arguments of a command, and the output for its result.
struct Invocation: Sendable {
  let arguments: CommandArguments
  let terminal: Terminal

  /// A Boolean value that indicates whether the result is written as JSON.
  var isJSON: Bool { arguments.has(.json) }

  /// Reads the specified files.
  func program() throws -> InspectedProgram {
    try InspectedProgram(paths: arguments.words, includingLibraries: arguments.has(.libraries))
  }

  /// Returns the types of a program, which describes the types of its jobs itself with `--run`.
  func schemas(of program: InspectedProgram) throws -> DataSchemas {
    guard arguments.has(.run) else { return program.schemas() }
    do throws(InspectedProgram.NoAnswer) {
      return program.schemas(completedBy: try program.ask(.init(describingTypes: true)))
    } catch {
      throw Failure(code: .unreadable, message: "\(error).")
    }
  }

  /// Writes a value as formatted JSON with sorted keys.
  func answer(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(value), as: UTF8.self)
    try answer(document: EscapedText.json(json))
  }

  /// Writes lines of text.
  ///
  /// They may contain names from files, so each is escaped to remain a single line.
  func answer(lines: some Sequence<String>) throws {
    try answer(document: lines.map(EscapedText.line).joined(separator: "\n"))
  }

  /// Writes tables, followed by lines.
  func answer(tables: [TextTable], lines: [String] = []) throws {
    let parts = tables.map { $0.text(for: terminal) } + lines.map(EscapedText.line)
    try answer(document: parts.joined(separator: "\n\n"))
  }

  /// Writes a text that was escaped for its format to the file in the options, or to the terminal.
  func answer(document text: String) throws {
    guard let path = arguments.value(.output) else { return terminal.print(text) }
    try write(text + (text.hasSuffix("\n") ? "" : "\n"), to: path)
  }

  /// Writes a message to standard error.
  func note(_ text: String) { terminal.note(EscapedText.lines(text)) }

  /// Writes a file.
  ///
  /// An existing file is replaced when everything was written.
  func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw Failure(
        code: .unwritable, message: "\(path) cannot be written: \(Self.reason(of: error)).")
    }
  }

  /// Reads a file.
  func read(_ path: String) throws -> Data {
    do {
      return try Data(contentsOf: URL(filePath: path))
    } catch {
      throw Failure(
        code: .unreadable, message: "\(path) cannot be read: \(Self.reason(of: error)).")
    }
  }

  /// Returns the reason why a file cannot be used, in the wording of the system.
  private static func reason(of error: any Error) -> String {
    guard let cause = (error as? CocoaError)?.underlying as? POSIXError else { return "\(error)" }
    return unsafe String(cString: strerror(cause.code.rawValue))
  }
}
