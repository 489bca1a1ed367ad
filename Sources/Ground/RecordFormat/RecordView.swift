/// A valid record, which is read directly from its bytes.
///
/// A view consists of two words and copies nothing. Texts are converted to strings when they are
/// read.
///
/// - Concurrency: The bytes must remain mapped and unchanged while a view is used. The registry
///   therefore pins every image that it reads.
@safe
package struct RecordView {
  /// The first byte of the record.
  ///
  /// `RecordDecoder` has checked that the whole record is readable and that its sizes match.
  package let start: UnsafeRawPointer

  @unsafe
  init(start: UnsafeRawPointer) {
    unsafe self.start = unsafe start
  }

  package var kind: RecordKind { RecordKind(rawValue: load(RecordLayout.kindOffset)) }
  package var flags: RecordFlags { RecordFlags(rawValue: load(RecordLayout.flagsOffset)) }
  package var priority: Int32 { load(RecordLayout.priorityOffset) }
  /// The address of the accessor after relocation of the image.
  package var accessor: UInt64 { load(RecordLayout.accessorOffset) }
  package var id: UInt64 { load(RecordLayout.idOffset) }
  package var line: UInt32 { load(RecordLayout.lineOffset) }
  package var column: UInt32 { load(RecordLayout.columnOffset) }
  package var key: String { unsafe String(decoding: keyBytes, as: UTF8.self) }
  package var fileID: String { unsafe String(decoding: fileIDBytes, as: UTF8.self) }
  package var detail: String { unsafe String(decoding: detailBytes, as: UTF8.self) }

  package var keyBytes: UnsafeRawBufferPointer {
    unsafe text(at: RecordLayout.textOffset, count: keySize)
  }

  package var fileIDBytes: UnsafeRawBufferPointer {
    unsafe text(
      at: RecordLayout.textOffset + RecordLayout.padded(keySize), count: fileIDSize)
  }

  package var detailBytes: UnsafeRawBufferPointer {
    unsafe text(
      at: RecordLayout.textOffset + RecordLayout.padded(keySize) + RecordLayout.padded(fileIDSize),
      count: detailSize)
  }

  /// Returns whether both records have the same file.
  package func isOfSameFile(as other: RecordView) -> Bool {
    guard fileIDSize == other.fileIDSize else { return false }
    // The padding makes it possible to compare eight bytes at a time.
    let start = RecordLayout.textOffset + RecordLayout.padded(keySize)
    let otherStart = RecordLayout.textOffset + RecordLayout.padded(other.keySize)
    var offset = 0
    while offset < fileIDSize {
      let word: UInt64 = load(start + offset)
      guard word == other.load(otherStart + offset) else { return false }
      offset &+= 8
    }
    return true
  }

  /// The descriptor size according to the sizes of the three texts.
  @inline(__always)
  var expectedDescriptorSize: Int {
    RecordLayout.fixedDescriptorSize + RecordLayout.padded(keySize)
      + RecordLayout.padded(fileIDSize) + RecordLayout.padded(detailSize)
  }

  /// Returns whether all texts are valid UTF-8, for a descriptor of this size.
  ///
  /// Most texts are ASCII, which is checked eight bytes at a time.
  func isUTF8(descriptorSize: Int) -> Bool {
    // The texts follow each other, and the padding between them is zero.
    var bits: UInt64 = 0
    var offset = RecordLayout.textOffset
    let end = RecordLayout.headerSize + descriptorSize
    while offset < end {
      bits |= load(offset)
      offset &+= 8
    }
    if bits & 0x8080_8080_8080_8080 == 0 { return true }
    return unsafe [keyBytes, fileIDBytes, detailBytes].allSatisfy {
      unsafe String(validating: $0, as: UTF8.self) != nil
    }
  }

  private var keySize: Int { Int(load(RecordLayout.keySizeOffset) as UInt16) }
  private var fileIDSize: Int { Int(load(RecordLayout.fileIDSizeOffset) as UInt16) }
  private var detailSize: Int { Int(load(RecordLayout.detailSizeOffset) as UInt32) }

  private func load<Field: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Field {
    Field(littleEndian: unsafe start.loadUnaligned(fromByteOffset: offset, as: Field.self))
  }

  private func text(at offset: Int, count: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: start + offset, count: count)
  }
}

// Sendable: a view only reads bytes that its callers keep unchanged.
extension RecordView: @unchecked Sendable {}

/// The Boolean properties of a record.
///
/// The low byte has the same meaning for all kinds. Each kind can define the high byte.
public struct RecordFlags: OptionSet, Hashable, Sendable {
  /// The bits of the record.
  public let rawValue: UInt16

  /// Creates flags from the bits of a record.
  ///
  /// Unknown bits are kept.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The declaration may take effect more than once.
  public static let repeatable = RecordFlags(rawValue: 1 << 0)
  /// The declaration is asynchronous.
  public static let asynchronous = RecordFlags(rawValue: 1 << 1)
  /// The declaration is isolated to the main actor.
  public static let mainActor = RecordFlags(rawValue: 1 << 2)
  /// No other record of this kind may have the same key.
  public static let unique = RecordFlags(rawValue: 1 << 3)
  /// The key is the source text of an expression whose value is only known at run time.
  public static let unresolvedKey = RecordFlags(rawValue: 1 << 4)
  /// The priority is stored as 0, because it is only known at run time.
  public static let unresolvedPriority = RecordFlags(rawValue: 1 << 5)
  /// The flag of a task whose due times are kept in a store.
  package static let durableTask = RecordFlags(rawValue: 1 << 8)
}
