import Declarations
import EditorProtocol

/// The programs of a workspace, as their records have them.
struct ProgramPicture: Sendable {
  /// The paths of the programs that declare something, the newest first.
  let paths: [String]
  /// The records of each program.
  let programs: [[DeclaredRecord]]
  /// The records of all programs, each declaration once.
  let records: [DeclaredRecord]
  /// The date of the newest program.
  let date: FileStamp.Date?
  /// The messages for the log of the client.
  var messages: [LSP.MessageParams] = []
}
