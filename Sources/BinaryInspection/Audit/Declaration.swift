import BinaryRecords
import ModuleGraph
import RecordFormat

/// Tells declarations from each other, as the running process does.
struct Declaration: Hashable {
  let kind: RecordKind
  let id: UInt64

  init(_ record: BinaryRecord) {
    kind = record.kind
    id = record.id
  }
}

/// What stays the same of a declaration when the lines of its file move.
struct DeclaredName: Hashable {
  let kind: RecordKind
  let key: String
  let fileID: String

  init(_ record: BinaryRecord) {
    kind = record.kind
    key = record.key
    fileID = record.fileID
  }
}

extension BinaryRecord {
  /// Where it was written.
  var place: ModuleGraph.Place {
    ModuleGraph.Place(fileID: fileID, line: line, column: column)
  }
}
