import RecordFormat

/// A run of ELF notes that a linked file tells the loader of.
package struct BinaryNotes: Sendable, Hashable {
  /// Where it lies.
  package let segment: BinarySegment
  /// How many records are in it.
  package let recordCount: Int
  /// How many bytes of zeros stand behind records, as sanitizers put them there.
  package let paddingByteCount: Int
  /// Whether there is anything else in it than records and zeros.
  package let hasOtherNotes: Bool
  /// Whether a process finds at its address what the file holds.
  package let isLoaded: Bool

  /// Whether there is nothing in it, which no linker makes: a tool took it away.
  package var isEmptied: Bool { recordCount == 0 && !hasOtherNotes }

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
  }

  /// What is found on the way through the notes.
  private struct Contents {
    var recordCount = 0
    var paddingByteCount = 0
    var hasOtherNotes = false

    mutating func read(_ bytes: UnsafeRawBufferPointer, noteAlignment: Int) {
      var end = 0
      for element in unsafe RecordDecoder(bytes, noteAlignment: noteAlignment) {
        guard case .record(let view) = element else { continue }
        let start = unsafe view.start - bytes.baseAddress!
        unsafe readGap(bytes[end..<start])
        recordCount += 1
        end = start + view.byteCount
      }
      unsafe readGap(bytes[end...])
    }

    private mutating func readGap(_ gap: Slice<UnsafeRawBufferPointer>) {
      let zeros = unsafe gap.prefix { $0 == 0 }.count
      // The zeros of other notes are their own.
      if recordCount > 0 { paddingByteCount += zeros }
      if zeros < gap.count { hasOtherNotes = true }
    }
  }
}

extension RecordView {
  /// How many bytes the record takes.
  fileprivate var byteCount: Int {
    [keyBytes, fileIDBytes, detailBytes].reduce(RecordLayout.textOffset) {
      $0 + RecordLayout.padded($1.count)
    }
  }
}
