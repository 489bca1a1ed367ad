package import SourceInspection

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The surroundings of a language server.
package struct EditorServerOptions: Sendable {
  /// Reads the uses in the code of a program.
  package typealias UseReading = @Sendable (UseRequest) async -> ProgramUses

  /// The paths of the programs to read; none to search the workspace for them.
  package var programs: [String]
  /// The folder that stands for the workspace of a client that names none.
  package var folder: String
  /// The version of the server.
  package var version: String
  package var now: @Sendable () -> Date
  package var readUses: UseReading

  package init(
    programs: [String], folder: String, version: String,
    now: @escaping @Sendable () -> Date = { Date() }, readUses: @escaping UseReading
  ) {
    self.programs = programs
    self.folder = folder
    self.version = version
    self.now = now
    self.readUses = readUses
  }
}
