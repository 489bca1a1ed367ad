/// A place in source code: that of a call, or of something that was declared or
/// registered.
public struct KhalaPlace: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The file, as `Module/File.swift`.
  public let fileID: String

  /// The line, counted from 1.
  public let line: Int

  /// Names a place.
  public init(fileID: String, line: Int) {
    self.fileID = fileID
    self.line = line
  }

  /// The module of the file.
  public var module: String { String(fileID.prefix { $0 != "/" }) }

  /// The place as messages name it: `Module/File.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}
