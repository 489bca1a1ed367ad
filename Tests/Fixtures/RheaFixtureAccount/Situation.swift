import Foundation

/// What the program was told to show: its first argument.
///
/// The tests link the fixtures too. They are in no situation, so nothing is
/// written there.
public let situation = CommandLine.arguments.dropFirst().first ?? ""

/// Writes a line without keeping it in a buffer.
public func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

/// Writes a line in one situation, and nothing in others.
///
/// Declarations are there in every situation, so each says which one it belongs
/// to.
public func say(_ line: String, in heard: String) {
  if situation == heard { say(line) }
}
