public import RecordFormat
import Synchronization

/// A declaration that a module of the process contains in its binary.
///
/// The key, source location, priority and JSON ``detail`` of a record can be read without running
/// code. ``load(as:)`` returns the declared value, such as a closure, a table or a factory.
///
/// - Concurrency: Records never change and exist until the process ends, because the registry pins
///   the images that it reads.
@safe
public struct Record: Sendable {
  let view: RecordView
  /// The image that contains the record.
  ///
  /// An ``Image`` is never released.
  private unowned(unsafe) let uncountedImage: Image

  /// The image that contains the record.
  var image: Image { unsafe uncountedImage }

  init(view: RecordView, image: Image) {
    self.view = view
    unsafe uncountedImage = image
  }

  /// The kind of the declaration.
  public var kind: RecordKind { view.kind }

  /// The name of the declaration, such as an event, a route or a task.
  ///
  /// If ``flags`` contain `unresolvedKey`, this is the source text of an expression, and the
  /// accessor returns its value.
  public var key: String { view.key }

  /// The module of the declaration.
  public var module: String {
    let fileID = fileID
    return String(fileID.prefix { $0 != "/" })
  }

  /// The file of the declaration in the format of `#fileID`: `Module/File.swift`.
  public var fileID: String { view.fileID }

  /// The path of the file without its module.
  public var file: String {
    let fileID = fileID
    guard let slash = fileID.firstIndex(of: "/") else { return fileID }
    return String(fileID[fileID.index(after: slash)...])
  }

  /// The line, counted from 1.
  public var line: Int { Int(view.line) }

  /// The column, counted from 1.
  public var column: Int { Int(view.column) }

  /// The source location, without the column.
  public var location: CodeLocation { CodeLocation(fileID: fileID, line: line) }

  /// The priority.
  ///
  /// Records with higher priorities come first.
  public var priority: Int { Int(view.priority) }

  /// The Boolean properties of the record.
  public var flags: RecordFlags { view.flags }

  /// The data that depends on the kind, as a JSON object.
  ///
  /// It is empty if the record has no such data.
  public var detail: String { view.detail }

  /// The path of the executable or library that contains the record.
  public var imagePath: String { image.path }
}

extension Record: Identifiable {
  /// The identifier.
  ///
  /// It is different for each declaration and does not change between builds of the same source.
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
  /// The kind and key, and the source location: `shop:checkout (Shop/Checkout.swift:12)`.
  public var description: String { "\(kind):\(key) (\(fileID):\(line))" }
}

extension DeclaredRecord {
  /// Copies a record of this process.
  public init(_ record: Record) {
    self.init(record.view, imagePath: record.imagePath)
  }
}

extension Record {
  /// Returns the declared value of the record.
  ///
  /// Its kind determines the type.
  ///
  /// Every call runs the accessor of the record again. If the record declares another type, the
  /// result is `nil`, and ``SectionRegistry/problems`` contains the mismatch.
  ///
  /// - Concurrency: The accessor runs on the calling thread, without a lock.
  public func load<Value>(as type: Value.Type) -> Value? {
    guard let value = ask(for: type) else {
      RecordStore.process.report(.typeMismatch(of: self, asked: String(reflecting: type)))
      return nil
    }
    return value
  }

  private func ask<Value>(for type: Value.Type) -> Value? {
    // The accessor is in the code of the image, which `RecordTable` has checked.
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

/// The function of a record that returns its declared value.
///
/// - Parameters:
///   - out: Uninitialized memory for a value of the requested type.
///   - type: A pointer to the requested `Any.Type`.
///   - hint: Reserved, always null.
///   - reserved: Reserved, always zero.
/// - Returns: `true` if `out` was initialized. If the accessor declares another type, it does not
///   write to `out`.
typealias RecordAccessor =
  @convention(c) (
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ hint: UnsafeRawPointer?,
    _ reserved: UInt
  ) -> Bool

extension SectionRegistry {
  /// Implements the accessor of a record: creates the value if its type is equal to the requested
  /// one.
  ///
  /// - Warning: Macros write calls of this function into the accessors of records. Do not call it
  ///   directly.
  public static func __provide<Value>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, as _: Value.Type = Value.self,
    _ makeValue: () -> Value
  ) -> Bool {
    guard unsafe type.load(as: Any.Type.self) == Value.self else { return false }
    unsafe out.initializeMemory(as: Value.self, to: makeValue())
    return true
  }
}

/// An executable or a library that the loader has mapped into the process.
///
/// An image is pinned and exists until the process ends, and so does this object. Records therefore
/// refer to it without reference counting, which would take a large part of the time to read a
/// record.
final class Image: Sendable {
  /// Identifies the loaded image.
  let address: UInt
  let path: String
  /// The addresses of the image's code, which must contain the accessors of its records.
  let code: Range<UInt>

  private static let all = Mutex<[UInt: Image]>([:])

  private init(address: UInt, path: String, code: Range<UInt>) {
    self.address = address
    self.path = path
    self.code = code
  }

  /// Returns the only object for the image at this address, which is created on the first call.
  static func at(_ address: UInt, path: String, code: Range<UInt>) -> Image {
    all.withLock { all in
      if let known = all[address] { return known }
      let image = Image(address: address, path: path, code: code)
      all[address] = image
      return image
    }
  }
}

/// An image and its blocks of notes with records.
struct ImageRecords: Sendable {
  let image: Image
  let runs: [RecordDecoder]
}
