import Foundation

/// Writes a line without keeping it in a buffer.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
