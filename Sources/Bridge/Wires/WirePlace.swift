/// The source location at which a wire is declared or connected.
@usableFromInline
struct WirePlace: Sendable, Hashable, CustomStringConvertible {
  /// As `#fileID` says it: `Module/File.swift`.
  let fileID: String
  let line: Int

  /// The module.
  var module: String { String(fileID.prefix { $0 != "/" }) }

  @usableFromInline
  init(fileID: String, line: Int) {
    self.fileID = fileID
    self.line = line
  }

  @usableFromInline var description: String { "\(fileID):\(line)" }
}
