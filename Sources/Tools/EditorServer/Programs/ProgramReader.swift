import BinaryRecords
import Declarations

/// The records of the programs of a workspace, as the last good read of each has them.
struct ProgramReader: Sendable {
  private var programs: [String: ProgramPicture.Program] = [:]

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
        let program = ProgramPicture.Program(
          path: path, date: stamp.date, records: file.records)
        programs[path] = program.records.isEmpty ? nil : program
        outcome.messages += file.problems.map { LSP.MessageParams(.warning, "\($0)") }
      } catch {
        let consequence = programs[path] == nil ? "" : " What it declared before is used."
        outcome.messages.append(LSP.MessageParams(.warning, "\(error)\(consequence)"))
      }
    }
    return outcome
  }

  /// The picture of all programs together.
  var picture: ProgramPicture { ProgramPicture(Array(programs.values)) }
}
