import BinaryInspection
import BinaryRecords
import Declarations
import ModuleGraph

/// The records of the programs of a workspace, from the last successful read of each program.
struct ProgramReader: Sendable {
  private var programs: [String: ProgramPicture.Program] = [:]

  /// The result of a read.
  struct Outcome: Sendable {
    /// The files that changed while they were read.
    var changing: [String] = []
    /// The messages for the log of the client.
    var messages: [LSP.MessageParams] = []
  }

  /// Reads files.
  ///
  /// Some of them may not be programs.
  ///
  /// If a program is not readable, its previous records are kept.
  mutating func read(_ paths: [String]) -> Outcome {
    var outcome = Outcome()
    for path in paths {
      guard let stamp = FileStamp(path: path), ProgramHeader.isProgram(path: path) else { continue }
      do throws(BinaryError) {
        let file = try BinaryFile(path: path)
        let schemas = DataSchemas(of: [file])
        guard FileStamp(path: path) == stamp else {
          outcome.changing.append(path)
          continue
        }
        let program = ProgramPicture.Program(
          path: path, date: stamp.date, records: file.records,
          schemas: schemas)
        programs[path] = program.records.isEmpty ? nil : program
        outcome.messages += file.problems.map { LSP.MessageParams(.warning, "\($0)") }
      } catch {
        let consequence = programs[path] == nil ? "" : " Answers use its previous declarations."
        outcome.messages.append(LSP.MessageParams(.warning, "\(error)\(consequence)"))
      }
    }
    return outcome
  }

  /// The combined records of all programs.
  var picture: ProgramPicture { ProgramPicture(Array(programs.values)) }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("EditorServer needs the C library of this platform.")
#endif

/// The first bytes of a file, which determine whether it is an executable or a shared library.
enum ProgramHeader {
  /// Returns whether a file may contain the records of a program.
  ///
  /// A build folder contains hundreds of files, and only programs are read completely.
  static func isProgram(path: String) -> Bool {
    guard let bytes = firstBytes(of: path) else { return false }
    return isELFProgram(bytes) || isMachOProgram(bytes)
  }

  private static func firstBytes(of path: String) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 20) { buffer, count in
      count = max(0, unsafe read(file, buffer.baseAddress, buffer.count))
    }
    return bytes.count == 20 ? bytes : nil
  }

  /// Returns whether this is an ELF executable or shared object.
  private static func isELFProgram(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) && [2, 3].contains(bytes[16]) && bytes[17] == 0
  }

  /// Returns whether this is a 64-bit Mach-O executable, library or bundle.
  private static func isMachOProgram(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xCF, 0xFA, 0xED, 0xFE]) && [2, 6, 8].contains(bytes[12])
  }
}

/// The programs of a workspace, with their records.
struct ProgramPicture: Sendable {
  /// A program with declarations.
  struct Program: Sendable {
    let path: String
    let date: Duration
    let records: [DeclaredRecord]
    /// The types of the values of its declarations.
    var schemas = DataSchemas()

    /// The modules with declarations in the program.
    var modules: Set<String> {
      Set(records.map { String($0.fileID.prefix { $0 != "/" }) })
    }
  }

  /// The programs, with the newest first.
  var programs: [Program] = []
  /// The records of all programs, without duplicates.
  var records: [DeclaredRecord] = []
  /// The messages for the log of the client.
  var messages: [LSP.MessageParams] = []
  /// The jobs of the lock file, or `nil` if the workspace has none.
  var lock: LockedJobs?

  init(_ programs: [Program]) {
    self.programs = programs.sorted { left, right in
      left.date == right.date ? left.path < right.path : left.date > right.date
    }
    // A file of a module may be part of several programs, and some of these may be older than the
    // file.
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
  var date: Duration? { programs.first?.date }
}
