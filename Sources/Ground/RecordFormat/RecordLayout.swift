/// The offsets of the fields of a version 1 record, in bytes from its start.
///
/// A record is a complete ELF note, so its first sixteen bytes are a note header and the owner of
/// the note. `Documentation/RecordFormat.md` specifies the format. This type is its only definition
/// in code, and is used by the macros that write records and by all code that reads them.
package enum RecordLayout {
  /// The size of the owner name of the note, "MKT" and a zero.
  package static let ownerSize: UInt32 = 4
  /// The owner name as a little-endian word.
  package static let owner: UInt32 = 0x0054_4B4D
  /// The version that this code reads and writes.
  package static let version: UInt16 = 1
  /// The alignment of records.
  ///
  /// The size of every text is padded to a multiple of it.
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

  /// The size of the note header and its owner, which precede the descriptor.
  package static let headerSize = versionOffset
  /// The size of the descriptor without the texts.
  package static let fixedDescriptorSize = textOffset - headerSize

  /// The maximum size of the detail in bytes.
  ///
  /// The compiler checks a record as a single tuple, and the time for this grows with its size.
  /// With this limit, a record takes far less than a second.
  package static let largestDetailSize = 16_384
  /// The maximum size of the descriptor, with all texts of maximum size.
  ///
  /// It also prevents a reader from reading the same bytes repeatedly in an invalid file with
  /// records inside of records.
  package static let largestDescriptorSize =
    fixedDescriptorSize + 2 * padded(Int(UInt16.max)) + padded(largestDetailSize)

  /// Returns the next multiple of the alignment.
  package static func padded(_ size: Int) -> Int {
    (size + alignment - 1) & ~(alignment - 1)
  }
}
