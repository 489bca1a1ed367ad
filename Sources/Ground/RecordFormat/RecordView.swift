/// One well-formed record, read in place from the bytes that hold it.
///
/// A view is two words and copies nothing: the texts become strings only when
/// they are read.
///
/// - Concurrency: The bytes must stay mapped and unchanged for as long as a view
///   of them is used. The registry sees to that by pinning every image it reads.
@safe
package struct RecordView {
  /// The first byte of the record; `RecordDecoder` has checked that all of it is
  /// readable and that its sizes agree.
  package let start: UnsafeRawPointer

  @unsafe
  init(start: UnsafeRawPointer) {
    unsafe self.start = unsafe start
  }

  package var kind: RecordKind { RecordKind(rawValue: load(RecordLayout.kindOffset)) }
  package var flags: RecordFlags { RecordFlags(rawValue: load(RecordLayout.flagsOffset)) }
  package var priority: Int32 { load(RecordLayout.priorityOffset) }
  /// The accessor's address once the image is relocated.
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

  /// Returns whether both records say that they were written in the same file.
  package func isOfSameFile(as other: RecordView) -> Bool {
    guard fileIDSize == other.fileIDSize else { return false }
    // Eight bytes at a time, which the padding allows.
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

  /// The descriptor size that the sizes of the three texts come to.
  @inline(__always)
  var expectedDescriptorSize: Int {
    RecordLayout.fixedDescriptorSize + RecordLayout.padded(keySize)
      + RecordLayout.padded(fileIDSize) + RecordLayout.padded(detailSize)
  }

  /// Returns whether all texts are UTF-8, in a descriptor of this size; nearly all are
  /// ASCII, which is seen eight bytes at a time.
  func isUTF8(descriptorSize: Int) -> Bool {
    // The texts lie behind one another, and the padding between is zero.
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

// Sendable: a view only reads, from bytes that its contract keeps unchanged.
extension RecordView: @unchecked Sendable {}

/// The properties of a record that are single bits.
///
/// The low byte means the same for every kind; the high byte is free for a kind
/// to define.
public struct RecordFlags: OptionSet, Hashable, Sendable {
  /// The bits as they stand in the record.
  public let rawValue: UInt16

  /// Creates flags from the bits of a record; unknown bits are kept.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The declaration may take effect more than once.
  public static let repeatable = RecordFlags(rawValue: 1 << 0)
  /// The declaration is asynchronous.
  public static let asynchronous = RecordFlags(rawValue: 1 << 1)
  /// The declaration belongs to the main actor.
  public static let mainActor = RecordFlags(rawValue: 1 << 2)
  /// No other record of this kind may have the same key.
  public static let unique = RecordFlags(rawValue: 1 << 3)
  /// The key is the source text of an expression whose value only the running
  /// program knows.
  public static let unresolvedKey = RecordFlags(rawValue: 1 << 4)
  /// The priority stands here as 0, because only the running program knows it.
  public static let unresolvedPriority = RecordFlags(rawValue: 1 << 5)
  /// The flag of a task whose due times a store keeps.
  package static let durableTask = RecordFlags(rawValue: 1 << 8)
}
