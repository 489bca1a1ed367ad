public import Declarations

// Programs without a graph do not carry these.

extension CodeLocation: LosslessStringConvertible {
  /// Reads a location such as `Module/File.swift:12`; `nil` if the text has another form.
  public init?(_ description: String) {
    guard let colon = description.lastIndex(of: ":"), colon != description.startIndex,
      let line = UInt32(description[description.index(after: colon)...])
    else { return nil }
    self.init(fileID: String(description[..<colon]), line: Int(line))
  }
}

extension CodeLocation: Comparable {
  /// Orders locations by file, line and column.
  public static func < (left: Self, right: Self) -> Bool {
    (left.fileID, left.line, left.column ?? 0) < (right.fileID, right.line, right.column ?? 0)
  }
}
