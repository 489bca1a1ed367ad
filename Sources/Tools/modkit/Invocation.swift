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

/// The arguments of a command, and the output for its answer.
struct Invocation: Sendable {
  let arguments: CommandArguments
  let terminal: Terminal

  /// A Boolean value that indicates whether the answer is to be JSON.
  var isJSON: Bool { arguments.has(.json) }

  /// Reads the files that are named.
  func program() throws -> InspectedProgram {
    try InspectedProgram(paths: arguments.words, includingLibraries: arguments.has(.libraries))
  }

  /// Answers with a value as JSON on several lines, with its keys in order.
  func answer(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(value), as: UTF8.self)
    try answer(document: EscapedText.json(json))
  }

  /// Answers with lines of text, which may hold names from files: each stays one line.
  func answer(lines: some Sequence<String>) throws {
    try answer(document: lines.map(EscapedText.line).joined(separator: "\n"))
  }

  /// Answers with tables, and lines behind them.
  func answer(tables: [TextTable], lines: [String] = []) throws {
    let parts = tables.map { $0.text(for: terminal) } + lines.map(EscapedText.line)
    try answer(document: parts.joined(separator: "\n\n"))
  }

  /// Answers with a text that has been escaped for its format: writes it to the file
  /// that was asked for, or shows it.
  func answer(document text: String) throws {
    guard let path = arguments.value(.output) else { return terminal.print(text) }
    try write(text + (text.hasSuffix("\n") ? "" : "\n"), to: path)
  }

  /// Says something that is no answer, on standard error.
  func note(_ text: String) { terminal.note(EscapedText.lines(text)) }

  /// Writes a file; what is there is replaced when all is written.
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

  /// Returns why a file cannot be used, in the words of the system.
  private static func reason(of error: any Error) -> String {
    guard let cause = (error as? CocoaError)?.underlying as? POSIXError else { return "\(error)" }
    return unsafe String(cString: strerror(cause.code.rawValue))
  }
}
