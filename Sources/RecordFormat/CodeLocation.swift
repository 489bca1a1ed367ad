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

extension CodeLocation: LosslessStringConvertible {
  /// The file and line, as compilers print them: `Module/File.swift:12`.
  public var description: String { "\(fileID):\(line)" }

  /// Reads a location such as `Module/File.swift:12`; `nil` if the text has another form.
  public init?(_ description: String) {
    guard let colon = description.lastIndex(of: ":"), colon != description.startIndex,
      let line = Int(description[description.index(after: colon)...])
    else { return nil }
    self.init(fileID: String(description[..<colon]), line: line)
  }
}

extension CodeLocation: Comparable {
  /// Orders locations by file, line and column.
  public static func < (left: Self, right: Self) -> Bool {
    (left.fileID, left.line, left.column ?? 0) < (right.fileID, right.line, right.column ?? 0)
  }
}

extension CodeLocation: Codable {
  private enum CodingKeys: String, CodingKey {
    case fileID = "file"
    case line, column
  }
}
