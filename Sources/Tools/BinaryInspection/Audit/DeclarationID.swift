import BinaryRecords
import Declarations
import ModuleGraph

/// Tells declarations from each other, as the running process does.
struct DeclarationID: Hashable {
  let kind: RecordKind
  let id: UInt64

  init(_ record: DeclaredRecord) {
    kind = record.kind
    id = record.id
  }
}

/// The parts of a declaration that stay the same when the lines of its file move.
struct DeclaredName: Hashable {
  let kind: RecordKind
  let key: String
  let fileID: String

  init(_ record: DeclaredRecord) {
    kind = record.kind
    key = record.key
    fileID = record.fileID
  }
}
