/// A place in source code: that of a call, or of something that was registered.
struct KhalaCaller: Sendable, Hashable, CustomStringConvertible {
  /// As `#fileID` says it: `Module/File.swift`.
  var fileID: String
  var line: Int

  var module: String { String(fileID.prefix { $0 != "/" }) }

  var description: String { "\(fileID):\(line)" }
}
