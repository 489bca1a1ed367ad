/// The source location of a declaration or a call: a file, a line and, where it is known, a
/// column.
///
/// Its name differs from Swift Testing's `SourceLocation`, so that a test that imports both can
/// name either.
public struct CodeLocation: Sendable, Hashable {
  /// The file, as `#fileID` names it: `Module/File.swift`.
  public var fileID: String

  /// The line, counted from 1.
  public var line: Int

  /// The column, counted from 1; `nil` if it is unknown.
  public var column: Int?

  /// Creates a location.
  @inlinable
  public init(fileID: String, line: Int, column: Int? = nil) {
    self.fileID = fileID
    self.line = line
    self.column = column
  }

  /// The module of the file.
  ///
  /// By bytes: lists read it for every record of a program, and finding characters takes longer.
  public var module: String {
    String(Substring(fileID.utf8.prefix { $0 != UInt8(ascii: "/") }))
  }

  /// The file without its module.
  package var file: String {
    fileID.firstIndex(of: "/").map { String(fileID[fileID.index(after: $0)...]) } ?? fileID
  }
}

extension CodeLocation: CustomStringConvertible {
  /// The file and line, as compilers print them: `Module/File.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}

extension CodeLocation: Codable {
  package enum CodingKeys: String, CodingKey {
    case file, line, column
    /// The name of the file in version 1 of the format of route maps.
    case fileID
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let file = try values.decodeIfPresent(String.self, forKey: .fileID)
    self.init(
      fileID: try file ?? values.decode(String.self, forKey: .file),
      line: try values.decode(Int.self, forKey: .line),
      column: try values.decodeIfPresent(Int.self, forKey: .column))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(fileID, forKey: .file)
    try values.encode(line, forKey: .line)
    try values.encodeIfPresent(column, forKey: .column)
  }
}
