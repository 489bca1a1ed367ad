import RecordFormat

/// A block of ELF notes that a linked file declares to the loader.
package struct BinaryNotes: Sendable, Hashable {
  /// The segment that contains the notes.
  package let segment: BinarySegment
  /// The number of records in the block.
  package let recordCount: Int
  /// The number of zero bytes after records, which sanitizers add.
  package let paddingByteCount: Int
  /// A Boolean value that indicates whether the block contains anything except records and zeros.
  package let hasOtherNotes: Bool
  /// A Boolean value that indicates whether these bytes of the file are at their address in a
  /// process.
  package let isLoaded: Bool

  /// A Boolean value that indicates whether the block is empty where records may have been.
  ///
  /// No linker creates such a block, so a tool has removed them.
  package let isEmptied: Bool

  init(segment: BinarySegment, isLoaded: Bool, bytes: Bytes, noteAlignment: Int) {
    self.segment = segment
    self.isLoaded = isLoaded
    var contents = Contents()
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe contents.read(bytes, noteAlignment: noteAlignment)
    }
    recordCount = contents.recordCount
    paddingByteCount = contents.paddingByteCount
    hasOtherNotes = contents.hasOtherNotes
    // No other note is long enough for the zeros of a record, and some tools overwrite records with
    // zeros.
    isEmptied =
      recordCount == 0
      && (!hasOtherNotes || contents.longestZeroRun >= RecordLayout.textOffset)
  }

  /// The contents of the notes, which are collected during the scan.
  private struct Contents {
    var recordCount = 0
    var paddingByteCount = 0
    var hasOtherNotes = false
    var longestZeroRun = 0

    mutating func read(_ bytes: UnsafeRawBufferPointer, noteAlignment: Int) {
      var end = 0
      for element in unsafe RecordDecoder(bytes, noteAlignment: noteAlignment) {
        guard case .record(let view) = element else { continue }
        let start = unsafe view.start - bytes.baseAddress!
        unsafe readGap(end..<start, of: bytes)
        recordCount += 1
        end = start + view.byteCount
      }
      unsafe readGap(end..<bytes.count, of: bytes)
    }

    /// Reads the bytes between two records.
    ///
    /// They are not copied, because there may be many.
    private mutating func readGap(_ gap: Range<Int>, of bytes: UnsafeRawBufferPointer) {
      var zeros: Int?
      var run = 0
      for offset in gap {
        if unsafe bytes[offset] == 0 {
          run += 1
        } else {
          zeros = zeros ?? run
          longestZeroRun = max(longestZeroRun, run)
          run = 0
        }
      }
      longestZeroRun = max(longestZeroRun, run)
      // The zeros of other notes belong to these notes.
      if recordCount > 0 { paddingByteCount += zeros ?? run }
      if zeros != nil { hasOtherNotes = true }
    }
  }
}

extension RecordView {
  /// The size of the record in bytes.
  fileprivate var byteCount: Int {
    RecordLayout.textOffset + RecordLayout.padded(unsafe keyBytes.count)
      + RecordLayout.padded(unsafe fileIDBytes.count)
      + RecordLayout.padded(unsafe detailBytes.count)
  }
}

/// A part of a file that the loader maps into memory.
package struct BinarySegment: Sendable, Hashable {
  /// The name, if segments have names.
  package let name: String
  /// The address in memory, relative to the addresses of the file.
  package let address: UInt64
  package let memorySize: UInt64
  /// The offset in the file.
  package let fileOffset: UInt64
  package let fileSize: UInt64
  package let isReadable: Bool
  package let isWritable: Bool
  package let isExecutable: Bool

  /// Returns whether an address is in the part of the segment that the file contains.
  func holds(_ address: UInt64) -> Bool {
    address >= self.address && address - self.address < fileSize
  }

  /// Returns whether a range of addresses is in the segment.
  func holds(_ address: UInt64, count: UInt64) -> Bool {
    address >= self.address && address - self.address <= memorySize
      && count <= memorySize - (address - self.address)
  }
}

extension BinarySegment: CustomStringConvertible {
  package var description: String {
    let permissions =
      (isReadable ? "R" : "-") + (isWritable ? "W" : "-") + (isExecutable ? "X" : "-")
    let end = address.addingReportingOverflow(memorySize).partialValue
    return "\(name.isEmpty ? "" : name + " ")0x\(String(address, radix: 16))..<0x"
      + "\(String(end, radix: 16)) \(permissions)"
  }
}
