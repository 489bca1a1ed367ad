public import RecordFormat
import Synchronization

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

extension Record {
  /// Returns the declared value of the record, as the type that its kind prescribes.
  ///
  /// Every call runs the record's accessor anew. A record that declares another
  /// type gives nothing, and the mismatch is listed in
  /// ``SectionRegistry/problems``.
  ///
  /// - Concurrency: The accessor runs on the calling thread, with no lock held.
  public func load<Value>(as type: Value.Type) -> Value? {
    guard let value = ask(for: type) else {
      RecordStore.process.report(.typeMismatch(of: self, asked: String(reflecting: type)))
      return nil
    }
    return value
  }

  private func ask<Value>(for type: Value.Type) -> Value? {
    // The accessor lies in the image's code: `RecordTable` has checked it.
    let accessor = unsafe unsafeBitCast(UInt(view.accessor), to: RecordAccessor.self)
    return unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      let out = UnsafeMutableRawPointer(buffer.baseAddress!)
      let isFilled = unsafe withUnsafePointer(to: type as Any.Type) { asked in
        unsafe accessor(out, asked, nil, 0)
      }
      return unsafe isFilled ? buffer.baseAddress!.move() : nil
    }
  }
}

/// The function of a record that hands out its declared value.
///
/// - Parameters:
///   - out: Uninitialized memory for a value of the type asked for.
///   - type: A pointer to the `Any.Type` asked for.
///   - hint: Reserved; null.
///   - reserved: Reserved; zero.
/// - Returns: Whether `out` was initialized. An accessor that declares another
///   type leaves `out` alone.
typealias RecordAccessor =
  @convention(c) (
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ hint: UnsafeRawPointer?,
    _ reserved: UInt
  ) -> Bool

extension SectionRegistry {
  /// Answers a record's accessor: makes the value if its type is the one asked
  /// for.
  ///
  /// - Warning: Macros write calls of this into the accessors of records. Do not
  ///   call it directly.
  public static func __provide<Value>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, as _: Value.Type = Value.self,
    _ makeValue: () -> Value
  ) -> Bool {
    guard unsafe type.load(as: Any.Type.self) == Value.self else { return false }
    unsafe out.initializeMemory(as: Value.self, to: makeValue())
    return true
  }
}

/// An image the loader has mapped into the process: the executable, or a
/// library.
///
/// Like the image it stands for, which is pinned, it lives until the process
/// ends. Records therefore refer to it without counting the reference, which
/// would be a good part of what reading a record costs.
final class Image: Sendable {
  /// Tells one loaded image from another.
  let address: UInt
  let path: String
  /// The addresses of the image's code; a record's accessor must point into it.
  let code: Range<UInt>

  private static let all = Mutex<[UInt: Image]>([:])

  private init(address: UInt, path: String, code: Range<UInt>) {
    self.address = address
    self.path = path
    self.code = code
  }

  /// The one object for the image at this address; made when it is first asked
  /// for.
  static func at(_ address: UInt, path: String, code: Range<UInt>) -> Image {
    all.withLock { all in
      if let known = all[address] { return known }
      let image = Image(address: address, path: path, code: code)
      all[address] = image
      return image
    }
  }
}

/// An image and the runs of notes in it that hold records.
struct ImageRecords: Sendable {
  let image: Image
  let runs: [RecordDecoder]
}
