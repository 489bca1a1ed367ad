/// The offsets of the fields of a version 1 record, in bytes from its start.
///
/// A record is a complete ELF note, so its first sixteen bytes are a note header
/// and the note's owner. `Documentation/RecordFormat.md` is the contract; this
/// is its one spelling in code, shared by the macros that write records and by
/// everything that reads them.
package enum RecordLayout {
  /// The length of the note's owner name, "MKT" and a zero.
  package static let ownerSize: UInt32 = 4
  /// The owner name as a little-endian word.
  package static let owner: UInt32 = 0x0054_4B4D
  /// The version this code reads and writes.
  package static let version: UInt16 = 1
  /// Records start at multiples of this, and every text is padded to it.
  package static let alignment = 8

  package static let ownerSizeOffset = 0
  package static let descriptorSizeOffset = 4
  package static let kindOffset = 8
  package static let ownerOffset = 12
  package static let versionOffset = 16
  package static let flagsOffset = 18
  package static let priorityOffset = 20
  package static let accessorOffset = 24
  package static let idOffset = 32
  package static let lineOffset = 40
  package static let columnOffset = 44
  package static let keySizeOffset = 48
  package static let fileIDSizeOffset = 50
  package static let detailSizeOffset = 52
  package static let textOffset = 56

  /// The note header and its owner: what precedes the descriptor.
  package static let headerSize = versionOffset
  /// The part of the descriptor before the texts.
  package static let fixedDescriptorSize = textOffset - headerSize

  /// The most bytes that the detail may have.
  ///
  /// The compiler checks a record as one tuple, in time that grows with its
  /// length; this keeps a single record well under a second.
  package static let largestDetailSize = 16_384
  /// The largest descriptor, with all texts as long as can be.
  ///
  /// It also keeps a reader from looking at the same bytes again and again where a
  /// broken file has records inside of records.
  package static let largestDescriptorSize =
    fixedDescriptorSize + 2 * padded(Int(UInt16.max)) + padded(largestDetailSize)

  /// The next multiple of the alignment.
  package static func padded(_ size: Int) -> Int {
    (size + alignment - 1) & ~(alignment - 1)
  }
}
