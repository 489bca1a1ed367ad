/// A record as a value.
///
/// It was read from the memory of a process or from a file.
public struct DeclaredRecord: Sendable, Hashable, Identifiable {
  /// The kind of the declaration.
  public var kind: RecordKind

  /// The name of the declaration.
  public var key: String

  /// The source file, as `Module/File.swift`.
  public var fileID: String

  /// The line, counted from 1.
  public var line: Int

  /// The column, counted from 1.
  public var column: Int

  /// The priority.
  ///
  /// Records with higher priorities come first.
  public var priority: Int

  /// The Boolean properties of the record.
  public var flags: RecordFlags

  /// The identifier.
  ///
  /// It is different for each declaration and does not change between builds of the same source.
  public var id: UInt64

  /// The data that depends on the kind: a JSON object, or an empty string.
  public var detail: String

  /// The executable or library that contains the record and, in an archive, the name of the member.
  ///
  /// It is `nil` if unknown.
  public var imagePath: String?

  /// The location of the function that returns the declared value.
  package var accessor = Accessor.missing

  /// The offset of the record in its file, or 0 if it was not read from a file.
  package var offset = 0

  /// The section group of the record in an object file.
  ///
  /// A linker keeps only one group with this name.
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

  /// Copies a record from its bytes.
  package init(_ view: RecordView, imagePath: String? = nil) {
    self.init(
      kind: view.kind, key: view.key, fileID: view.fileID, line: Int(view.line),
      column: Int(view.column), priority: Int(view.priority), flags: view.flags, id: view.id,
      detail: view.detail, imagePath: imagePath)
    accessor = .address(view.accessor)
  }

  /// The source location.
  public var location: CodeLocation { CodeLocation(fileID: fileID, line: line, column: column) }

  /// The module of the declaration.
  public var module: String { location.module }
}

extension DeclaredRecord {
  /// The location of a record's accessor.
  package enum Accessor: Sendable, Hashable {
    /// The accessor is at this address, relative to the addresses of the image.
    case address(UInt64)
    /// A linker or the loader will set the address.
    case symbolic
    /// The accessor is missing, and the record cannot be used.
    case missing
  }

  /// The size of the record in bytes.
  package var byteCount: Int {
    [key, fileID, detail].reduce(RecordLayout.textOffset) {
      $0 + RecordLayout.padded($1.utf8.count)
    }
  }

  /// The image that contains the record, for messages.
  package var image: String { imagePath ?? "an unknown image" }
}

extension DeclaredRecord: CustomStringConvertible {
  /// The kind and key, and the source location: `shop:checkout (Shop/Checkout.swift:12)`.
  public var description: String { "\(kind):\(key) (\(location))" }
}

extension DeclaredRecord {
  /// Returns whether a record comes before another, in the same order as in a process: by priority
  /// from high to low, then by file, line, column and identifier.
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

extension Array<DeclaredRecord> {
  /// Returns the records in an order.
  ///
  /// It sorts their positions, because moving a record takes longer than comparing two.
  package func inOrder(_ comesBefore: (DeclaredRecord, DeclaredRecord) -> Bool) -> [DeclaredRecord]
  {
    indices.sorted { comesBefore(self[$0], self[$1]) }.map { self[$0] }
  }
}
