public import RecordFormat

/// A declaration that some module of the process carries in its binary.
///
/// A record says what it declares without running anything: its ``key``, where
/// it was written, its priority, and a JSON ``detail``. What it declares (a
/// closure, a table, a factory) is handed out by ``load(as:)``.
///
/// - Concurrency: Records are immutable and live until the process ends, because
///   the registry pins the images it reads.
@safe
public struct Record: Sendable {
  let view: RecordView
  /// The image that holds the record; an ``Image`` is never released.
  private unowned(unsafe) let uncountedImage: Image

  /// The image that holds the record.
  var image: Image { unsafe uncountedImage }

  init(view: RecordView, image: Image) {
    self.view = view
    unsafe uncountedImage = image
  }

  /// The kind of the declaration.
  public var kind: RecordKind { view.kind }

  /// The name under which it is declared, such as an event, a route or a task.
  ///
  /// Where ``flags`` has `unresolvedKey`, this is the source text of an
  /// expression; its value comes from the accessor.
  public var key: String { view.key }

  /// The module that declares it.
  public var module: String {
    let fileID = fileID
    return String(fileID.prefix { $0 != "/" })
  }

  /// The file of the declaration, as `#fileID` says it: `Module/File.swift`.
  public var fileID: String { view.fileID }

  /// The name of the file it was written in, without the module.
  public var file: String {
    let fileID = fileID
    guard let slash = fileID.firstIndex(of: "/") else { return fileID }
    return String(fileID[fileID.index(after: slash)...])
  }

  /// The line it was written on, counted from 1.
  public var line: Int { Int(view.line) }

  /// The column it begins at, counted from 1.
  public var column: Int { Int(view.column) }

  /// The source location, without the column.
  public var location: CodeLocation { CodeLocation(fileID: fileID, line: line) }

  /// Records with a higher priority come first.
  public var priority: Int { Int(view.priority) }

  /// The properties of the record that are single bits.
  public var flags: RecordFlags { view.flags }

  /// The data that is particular to the kind, as a JSON object; empty when there is none.
  public var detail: String { view.detail }

  /// The path of the executable or library that holds the record.
  public var imagePath: String { image.path }
}

extension Record: Identifiable {
  /// Tells this declaration from every other, the same in every build of the
  /// same source.
  public var id: UInt64 { view.id }
}

extension Record: Hashable {
  public static func == (left: Record, right: Record) -> Bool {
    unsafe left.view.start == right.view.start
  }

  public func hash(into hasher: inout Hasher) {
    unsafe hasher.combine(view.start)
  }
}

extension Record: CustomStringConvertible {
  /// The kind and key, and where they were written:
  /// `shop:checkout (Shop/Checkout.swift:12)`.
  public var description: String { "\(kind):\(key) (\(fileID):\(line))" }
}

extension DeclaredRecord {
  /// Copies a record of this process.
  public init(_ record: Record) {
    self.init(record.view, imagePath: record.imagePath)
  }
}
