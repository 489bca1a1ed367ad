/// The source location of a declaration or a call: a file, a line and, where it is known, a
/// column.
///
/// Its name differs from Swift Testing's `SourceLocation`, so that a test that imports both can
/// name either.
public struct CodeLocation: Sendable, Hashable {
  /// The file, as `#fileID` names it: `Module/File.swift`.
  public let fileID: String

  // In 32 bits, as in a record: each relay and task has a location.
  @usableFromInline let shortLine: UInt32
  /// 0 if it is unknown.
  @usableFromInline let shortColumn: UInt32

  /// Creates a location.
  @inlinable
  public init(fileID: String, line: Int, column: Int? = nil) {
    self.fileID = fileID
    shortLine = UInt32(clamping: line)
    shortColumn = UInt32(clamping: column ?? 0)
  }

  /// The line, counted from 1.
  public var line: Int { Int(shortLine) }

  /// The column, counted from 1; `nil` if it is unknown.
  public var column: Int? { shortColumn == 0 ? nil : Int(shortColumn) }

  /// The location without its column, as calls and wires have it.
  package var withoutColumn: CodeLocation { CodeLocation(fileID: fileID, line: line) }

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
