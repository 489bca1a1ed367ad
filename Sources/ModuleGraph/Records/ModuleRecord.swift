public import RecordFormat
public import SectionRegistry

/// A declaration as a record says it, be it of the running process or of a file.
public struct ModuleRecord: Sendable, Hashable {
  /// What is declared: four characters, such as `task`.
  public var kind: String

  /// The name under which it is declared.
  public var key: String

  /// Where it was written, as `Module/File.swift`.
  public var fileID: String

  /// The line, counted from 1.
  public var line: Int

  /// The column, counted from 1.
  public var column: Int

  /// Records with a higher priority come first.
  public var priority: Int

  /// What the record says about itself in single bits.
  public var flags: RecordFlags

  /// Tells the declaration from every other.
  public var id: UInt64

  /// What is particular to the kind: a JSON object, or nothing.
  public var detail: String

  /// The executable or library that holds it, if that is known.
  public var imagePath: String?

  /// Puts a record together.
  public init(
    kind: String, key: String, fileID: String, line: Int, column: Int = 1, priority: Int = 0,
    flags: RecordFlags = [], id: UInt64, detail: String = "", imagePath: String? = nil
  ) {
    self.kind = kind
    self.key = key
    self.fileID = fileID
    self.line = line
    self.column = column
    self.priority = priority
    self.flags = flags
    self.id = id
    self.detail = detail
    self.imagePath = imagePath
  }

  /// Takes over a record of the running process.
  public init(_ record: Record) {
    self.init(
      kind: "\(record.kind)", key: record.key, fileID: record.fileID, line: record.line,
      column: record.column, priority: record.priority, flags: record.flags, id: record.id,
      detail: record.detail, imagePath: record.imagePath)
  }

  /// The module that declares it.
  public var module: String { place.module }

  /// Where it was written.
  public var place: ModuleGraph.Place {
    ModuleGraph.Place(fileID: fileID, line: line, column: column)
  }
}

extension ModuleRecord: CustomStringConvertible {
  /// The kind and key, and where they were written:
  /// `task:RefreshFeed (Feed/Tasks.swift:12)`.
  public var description: String { "\(kind):\(key) (\(place))" }
}

extension ModuleRecord {
  /// Whether a record comes before another, as a process has them: by priority from
  /// the highest, then file, line, column and id.
  static func comesBefore(_ left: ModuleRecord, _ right: ModuleRecord) -> Bool {
    if left.priority != right.priority { return left.priority > right.priority }
    return (left.fileID, left.line, left.column, left.id, left.kind, left.key)
      < (right.fileID, right.line, right.column, right.id, right.kind, right.key)
  }
}
