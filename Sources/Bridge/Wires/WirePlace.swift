/// Where a wire is declared or connected.
struct WirePlace: Sendable, Hashable, CustomStringConvertible {
  /// As `#fileID` says it: `Module/File.swift`.
  let fileID: String
  let line: Int

  /// The module.
  var module: String { String(fileID.prefix { $0 != "/" }) }

  var description: String { "\(fileID):\(line)" }
}
