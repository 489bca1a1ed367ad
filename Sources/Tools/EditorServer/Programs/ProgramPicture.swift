import Declarations

/// The programs of a workspace, as their records have them.
struct ProgramPicture: Sendable {
  /// A program that declares something.
  struct Program: Sendable {
    let path: String
    let date: FileStamp.Date
    let records: [DeclaredRecord]

    /// The modules that declare something in it.
    var modules: Set<String> {
      Set(records.map { String($0.fileID.prefix { $0 != "/" }) })
    }
  }

  /// The programs, the newest first.
  var programs: [Program] = []
  /// The records of all programs, each declaration once.
  var records: [DeclaredRecord] = []
  /// The messages for the log of the client.
  var messages: [LSP.MessageParams] = []

  init(_ programs: [Program]) {
    self.programs = programs.sorted { left, right in
      left.date == right.date ? left.path < right.path : left.date > right.date
    }
    // A file of a module is in several programs, of which some may be older than it.
    var owners: [String: Int] = [:]
    for (number, program) in self.programs.enumerated() {
      for record in program.records {
        if owners[record.fileID, default: number] == number {
          owners[record.fileID] = number
          records.append(record)
        }
      }
    }
  }

  /// The date of the newest program.
  var date: FileStamp.Date? { programs.first?.date }
}
