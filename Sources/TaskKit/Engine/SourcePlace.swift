/// A place in source code.
struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// As `#fileID` says it: `Module/File.swift`.
  var fileID: String
  var line: Int

  var module: String { String(fileID.prefix { $0 != "/" }) }

  var description: String { "\(fileID):\(line)" }
}
