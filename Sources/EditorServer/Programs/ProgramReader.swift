import BinaryRecords
import Declarations
import EditorProtocol

/// The records of the programs of a workspace, as the last good read of each has them.
struct ProgramReader: Sendable {
  /// A program that was read.
  private struct Program: Sendable {
    let stamp: FileStamp
    let records: [DeclaredRecord]
  }

  private var programs: [String: Program] = [:]

  /// The result of a read.
  struct Outcome: Sendable {
    /// The files that were written while they were read.
    var changing: [String] = []
    /// The messages for the log of the client.
    var messages: [LSP.MessageParams] = []
  }

  /// Reads files, of which some may be no programs.
  ///
  /// A program that cannot be read keeps the records that it had.
  mutating func read(_ paths: [String]) -> Outcome {
    var outcome = Outcome()
    for path in paths {
      guard let stamp = FileStamp(path: path), ProgramHeader.isProgram(path: path) else { continue }
      do throws(BinaryError) {
        let file = try BinaryFile(path: path)
        guard FileStamp(path: path) == stamp else {
          outcome.changing.append(path)
          continue
        }
        programs[path] = file.records.isEmpty ? nil : Program(stamp: stamp, records: file.records)
        outcome.messages += file.problems.map { LSP.MessageParams(.warning, "\($0)") }
      } catch {
        let consequence = programs[path] == nil ? "" : " What it declared before is used."
        outcome.messages.append(LSP.MessageParams(.warning, "\(error)\(consequence)"))
      }
    }
    return outcome
  }

  /// The picture of all programs together.
  var picture: ProgramPicture {
    // A file of a module is in several programs, of which some may be older than it.
    let newestFirst = programs.sorted { left, right in
      (left.value.stamp.date, right.key) > (right.value.stamp.date, left.key)
    }
    var owners: [String: String] = [:]
    for (path, program) in newestFirst {
      for record in program.records where owners[record.fileID] == nil {
        owners[record.fileID] = path
      }
    }
    return ProgramPicture(
      paths: newestFirst.map(\.key),
      programs: newestFirst.map(\.value.records),
      records: newestFirst.flatMap { path, program in
        program.records.filter { owners[$0.fileID] == path }
      },
      date: newestFirst.first?.value.stamp.date)
  }
}
