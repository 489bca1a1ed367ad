import ModuleGraph
import RecordFormat

extension ModuleRecord {
  /// A record in few words.
  static func sample(
    _ kind: String, _ key: String, _ fileID: String, _ line: Int, priority: Int = 0,
    flags: RecordFlags = [], id: UInt64? = nil, _ detail: String = ""
  ) -> ModuleRecord {
    ModuleRecord(
      kind: kind, key: key, fileID: fileID, line: line, priority: priority, flags: flags,
      id: id ?? fileID.utf8.reduce(UInt64(line)) { $0 &* 31 &+ UInt64($1) }, detail: detail)
  }
}
