extension ModuleGraph {
  /// A place in the source of a module.
  public struct Place: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The file, as `Module/File.swift`.
    public let fileID: String

    /// The line, counted from 1.
    public let line: Int

    /// The column, counted from 1; `nil` if it is not known.
    public let column: Int?

    /// Names a place.
    public init(fileID: String, line: Int, column: Int? = nil) {
      self.fileID = fileID
      self.line = line
      self.column = column
    }

    /// The module of the file.
    public var module: String { String(fileID.prefix { $0 != "/" }) }

    /// The place as messages name it: `Module/File.swift:12`.
    public var description: String { "\(fileID):\(line)" }

    private enum CodingKeys: String, CodingKey {
      case fileID = "file"
      case line, column
    }
  }
}

extension ModuleGraph.Place: Comparable {
  /// Returns whether a place comes before another: by file, line and column.
  public static func < (left: Self, right: Self) -> Bool {
    (left.fileID, left.line, left.column ?? 0) < (right.fileID, right.line, right.column ?? 0)
  }
}

extension ModuleGraph.Place {
  /// Reads a place as messages name it, or nothing if the text is none.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
      let line = Int(text[text.index(after: colon)...])
    else { return nil }
    self.init(fileID: String(text[..<colon]), line: line)
  }
}
