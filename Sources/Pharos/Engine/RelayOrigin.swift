/// The source location at which a relay was made.
@usableFromInline
struct RelayOrigin: Sendable, CustomStringConvertible {
  /// As `#fileID` says it: `Module/File.swift`.
  let fileID: StaticString
  let line: UInt

  @usableFromInline
  init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  @usableFromInline var description: String { "\(fileID):\(line)" }
}
