import Declarations

extension DeclaredRecord {
  /// The record of a task that an event runs.
  static func task(_ name: String, _ fileID: String, _ line: Int, _ detail: String) -> Self {
    DeclaredRecord(
      kind: .eventTask, key: name, fileID: fileID, line: line,
      id: UInt64(
        truncatingIfNeeded: "\(name)\(fileID)\(line)".utf8.reduce(UInt64(14_695)) {
          $0 &* 31 &+ UInt64($1)
        }),
      detail: detail)
  }
}
