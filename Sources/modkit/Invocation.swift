import BinaryInspection
import CommandLineKit
import Foundation

/// What a command is given, and where its answer goes.
struct Invocation: Sendable {
  let arguments: CommandArguments
  let terminal: Terminal

  /// Whether the answer is to be JSON.
  var isJSON: Bool { arguments.has(.json) }

  /// Reads the files that are named.
  func program() throws -> InspectedProgram {
    try InspectedProgram(paths: arguments.words, includingLibraries: arguments.has(.libraries))
  }

  /// Shows a value as JSON.
  func show(json value: some Encodable) throws {
    try deliver(Self.json(value))
  }

  /// A value as JSON on several lines, with its keys in order.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Writes an answer to the file that was asked for, or shows it.
  func deliver(_ text: String) throws {
    guard let path = arguments.value(.output) else { return terminal.print(text) }
    try write(text + (text.hasSuffix("\n") ? "" : "\n"), to: path)
  }

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

  private static func reason(of error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let words = (underlying ?? error).localizedDescription
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }
}
