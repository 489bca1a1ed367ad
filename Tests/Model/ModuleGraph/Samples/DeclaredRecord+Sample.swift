import Declarations
import ModuleGraph

extension DeclaredRecord {
  /// A record in few words.
  static func sample(
    _ kind: String, _ key: String, _ fileID: String, _ line: Int, priority: Int = 0,
    flags: RecordFlags = [], id: UInt64? = nil, _ detail: String = ""
  ) -> DeclaredRecord {
    DeclaredRecord(
      kind: RecordKind(stringLiteral: kind), key: key, fileID: fileID, line: line,
      priority: priority, flags: flags,
      id: id ?? fileID.utf8.reduce(UInt64(line)) { $0 &* 31 &+ UInt64($1) }, detail: detail)
  }
}
