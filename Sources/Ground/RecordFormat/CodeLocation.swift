/// The source location of a declaration or a call: a file, a line and, if known, a column.
///
/// The name is different from Swift Testing's `SourceLocation`, so that a test can import both
/// without a conflict.
public struct CodeLocation: Sendable, Hashable {
  /// The file, as `#fileID` names it: `Module/File.swift`.
  public let fileID: String

  // The numbers have 32 bits, as in a record, because each relay and task has a location.
  @usableFromInline let shortLine: UInt32
  /// 0 if it is unknown.
  @usableFromInline let shortColumn: UInt32

  /// Creates a location.
  @inlinable
  public init(fileID: String, line: Int, column: Int? = nil) {
    self.fileID = fileID
    shortLine = Self.clamped(line)
    if let column { shortColumn = Self.clamped(column) } else { shortColumn = 0 }
  }

  /// Returns the nearest number that has 32 bits.
  // Not `UInt32(clamping:)`, for which a debug build calls a dozen functions, for each relay.
  @inlinable
  static func clamped(_ number: Int) -> UInt32 {
    if number < 0 { return 0 }
    let short = UInt32(truncatingIfNeeded: number)
    return Int(truncatingIfNeeded: short) == number ? short : .max
  }

  /// The line, counted from 1.
  public var line: Int { Int(shortLine) }

  /// The column, counted from 1; `nil` if it is unknown.
  public var column: Int? { shortColumn == 0 ? nil : Int(shortColumn) }

  /// The location without its column.
  ///
  /// Calls and wires use this form.
  package var withoutColumn: CodeLocation { CodeLocation(fileID: fileID, line: line) }

  /// The module of the file.
  ///
  /// This compares bytes, which is faster than characters. Lists read the module of every record of
  /// a program.
  public var module: String {
    String(Substring(fileID.utf8.prefix { $0 != UInt8(ascii: "/") }))
  }

  /// The path of the file without its module.
  package var file: String {
    fileID.firstIndex(of: "/").map { String(fileID[fileID.index(after: $0)...]) } ?? fileID
  }
}

extension CodeLocation: CustomStringConvertible {
  /// The file and line in the format of compilers: `Module/File.swift:12`.
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
