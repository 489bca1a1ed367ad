import BinaryRecords
import Declarations

/// The places of the records in an image, which determine whether a process finds them.
extension ImageExamination {
  /// The segment with the file headers, if it is writable and contains records.
  var writableFirstSegment: BinarySegment? {
    guard traits.format == .elf,
      let first = traits.segments.first(where: { $0.fileOffset == 0 && $0.fileSize > 0 }),
      first.isWritable,
      recordNotes.contains(where: { first.contains($0.segment) })
    else { return nil }
    return first
  }

  var firstSegment: Diagnosis? {
    guard let segment = writableFirstSegment else { return nil }
    return diagnosis(
      "writableHeaders", .warning, at: Int(exactly: segment.fileOffset),
      "records lie in the first segment (\(segment)), so the headers and tables of the file "
        + "are writable in every process, and tools that move them, such as patchelf, break the "
        + "records",
      remedy: "Link with lld or gold ('-fuse-ld=lld', swiftc: '-use-ld=lld')")
  }

  /// The diagnosis of whether the records have a separate segment.
  var recordSegment: Diagnosis? {
    guard let notes = recordNotes.first else { return nil }
    let place = Int(exactly: notes.segment.fileOffset)
    let size = recordNotes.reduce(0) { $0 + $1.segment.fileSize }
    guard let shared = recordNotes.first(where: \.hasOtherNotes) else {
      return diagnosis(
        "recordSegment", .good, at: place,
        "its records have a segment of notes of their own, of \(size) bytes")
    }
    return diagnosis(
      "recordSegment", .notice, at: Int(exactly: shared.segment.fileOffset),
      "its records share a segment with other notes. A process finds them unless a tool removes "
        + "the other notes, because that moves the records",
      remedy: "Remove no sections such as '.note.gnu.property', or link with lld or gold")
  }

  var unloadedRecords: Diagnosis? {
    let records = image.unloadedRecords
    guard let first = records.first else { return nil }
    let count =
      records.count == 1
      ? "the record \(first) is" : "\(first) and \(records.count - 1) more are"
    return diagnosis(
      "recordsNotLoaded", .error, at: first.offset,
      "\(count) in the file, but no process finds them: no segment of notes covers them",
      remedy:
        "Let a segment PT_NOTE cover '.note.modkit' in the linker script, or link without a "
        + "script. Remove no notes after linking")
  }

  /// The diagnosis of whether a tool removed notes, which may have been records.
  var emptiedNotes: Diagnosis? {
    guard recordNotes.isEmpty, image.unloadedRecords.isEmpty,
      let emptied = notes.first(where: \.isEmptied)
    else { return nil }
    return diagnosis(
      "notesRemoved", .warning, at: Int(exactly: emptied.segment.fileOffset),
      "it has no records, but empty segments of notes: a tool removed their contents, "
        + "perhaps records",
      remedy: "Strip without '--remove-section .note*'")
  }

  /// The diagnoses of segments that are incomplete.
  var cutSegments: [Diagnosis] {
    image.cutSegments.map { segment in
      diagnosis(
        "cutFile", .error, at: Int(exactly: segment.fileOffset),
        "the file ends before its segment (\(segment)) does: it is truncated or still being written",
        remedy: "Copy it again, or build it again")
    }
  }

  /// The diagnoses of code that can be changed while it runs.
  var writableCode: [Diagnosis] {
    let segments = traits.segments.filter { $0.isWritable && $0.isExecutable }
    guard !segments.isEmpty else {
      return [
        diagnosis("writableCode", .good, "no segment is both writable and executable")
      ]
    }
    return segments.map { segment in
      diagnosis(
        "writableCode", .warning, at: Int(exactly: segment.fileOffset),
        "the segment \(segment) is writable and executable, which hardened systems reject",
        remedy:
          "Link without '-N' and '-z noseparate-code', or with lld or gold ('-fuse-ld=lld', swiftc: "
          + "'-use-ld=lld')")
    }
  }
}

extension BinarySegment {
  /// Returns whether the start of another segment is in this segment.
  fileprivate func contains(_ other: BinarySegment) -> Bool {
    other.address >= address && other.address - address < memorySize
  }
}
