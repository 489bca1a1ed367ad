/// A place in source code.
struct SourcePlace: Sendable, Hashable {
  /// As `#fileID` says it: `Module/File.swift`.
  var fileID: String
  var line: Int

  var module: String { String(fileID.prefix { $0 != "/" }) }

  var file: String { fileID.split(separator: "/").last.map(String.init) ?? fileID }
}
