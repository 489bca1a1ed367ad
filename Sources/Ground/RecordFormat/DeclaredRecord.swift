/// A record as a value, read from the memory of a process or from a file.
public struct DeclaredRecord: Sendable, Hashable, Identifiable {
  /// The kind of the declaration.
  public var kind: RecordKind

  /// The name under which it is declared.
  public var key: String

  /// The source file, as `Module/File.swift`.
  public var fileID: String

  /// The line, counted from 1.
  public var line: Int

  /// The column, counted from 1.
  public var column: Int

  /// Records with a higher priority come first.
  public var priority: Int

  /// The properties of the record that are single bits.
  public var flags: RecordFlags

  /// A number that no other declaration has, the same in every build of the same source.
  public var id: UInt64

  /// The data that is particular to the kind: a JSON object, or an empty string.
  public var detail: String

  /// The executable or library that holds the record, and the member of an archive; `nil` if
  /// unknown.
  public var imagePath: String?

  /// The location of the function that returns the declared value.
  package var accessor = Accessor.missing

  /// The offset of the record in its file; 0 for one that was not read from a file.
  package var offset = 0

  /// The group of sections in an object file that the record belongs to, of which a linker
  /// keeps only one in all files together.
  package var group: String?

  /// Creates a record.
  public init(
    kind: RecordKind, key: String, fileID: String, line: Int, column: Int = 1, priority: Int = 0,
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

  /// Copies a record out of the bytes that hold it.
  package init(_ view: RecordView, imagePath: String? = nil) {
    self.init(
      kind: view.kind, key: view.key, fileID: view.fileID, line: Int(view.line),
      column: Int(view.column), priority: Int(view.priority), flags: view.flags, id: view.id,
      detail: view.detail, imagePath: imagePath)
    accessor = .address(view.accessor)
  }

  /// The source location.
  public var location: CodeLocation { CodeLocation(fileID: fileID, line: line, column: column) }

  /// The module that declares it.
  public var module: String { location.module }
}

extension DeclaredRecord {
  /// The location of a record's accessor.
  package enum Accessor: Sendable, Hashable {
    /// At this address, as the image counts them.
    case address(UInt64)
    /// A linker or the loader will set the address.
    case symbolic
    /// Nowhere: the record could not be used.
    case missing
  }

  /// The number of bytes that the record takes.
  package var byteCount: Int {
    [key, fileID, detail].reduce(RecordLayout.textOffset) {
      $0 + RecordLayout.padded($1.utf8.count)
    }
  }

  /// The image that holds the record, for messages.
  package var image: String { imagePath ?? "an unknown image" }
}

extension DeclaredRecord: CustomStringConvertible {
  /// The kind and key, and the source location:
  /// `shop:checkout (Shop/Checkout.swift:12)`.
  public var description: String { "\(kind):\(key) (\(location))" }
}

extension DeclaredRecord {
  /// Returns whether a record comes before another, as in a process: by priority from the
  /// highest, then file, line, column and id.
  package static func comesBefore(_ left: DeclaredRecord, _ right: DeclaredRecord) -> Bool {
    if left.priority != right.priority { return left.priority > right.priority }
    if left.fileID != right.fileID {
      return left.fileID.utf8.lexicographicallyPrecedes(right.fileID.utf8)
    }
    if left.line != right.line { return left.line < right.line }
    if left.column != right.column { return left.column < right.column }
    if left.id != right.id { return left.id < right.id }
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    return left.key < right.key
  }
}
