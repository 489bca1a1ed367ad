import RecordFormat

/// A range of bytes of an image that may contain records.
struct RecordRun {
  let bytes: Bytes
  /// The address in memory or, in an object file, the offset in its section.
  let address: UInt64
  /// The alignment to which the sizes of notes are rounded up.
  let noteAlignment: Int
  /// The group of sections that contains the range.
  var group: String?

  /// A Boolean value that indicates whether the range contains the header of a record.
  ///
  /// The running process uses the same condition to ignore other notes.
  var holdsRecord: Bool {
    var offset = Int((8 - address % 8) % 8) + RecordLayout.ownerOffset
    while let word = bytes.integer(UInt32.self, at: offset) {
      if word == RecordLayout.owner { return true }
      offset += RecordLayout.alignment
    }
    return false
  }
}

/// Collects the records of one image, and the problems with them.
struct RecordCollector {
  /// A function by which an image finds the accessors of its records.
  ///
  /// - Parameter slots: The words in the file that contain the accessors of records, by their
  ///   addresses.
  typealias AccessorLookup = (_ slots: [UInt64: UInt64]) -> [UInt64: DeclaredRecord.Accessor]

  private let image: String
  private var records: [DeclaredRecord] = []
  private var problems: [BinaryProblem] = []
  private var unlistedProblems = 0

  /// Without a limit, a file with random contents could have millions of problems.
  private static let problemLimit = 1_000

  init(image: String) {
    self.image = image
  }

  /// Adds the records of a range.
  ///
  /// - Parameters:
  ///   - run: The range.
  ///   - code: The range that must contain the accessors, if it is known.
  ///   - accessors: Finds the accessors.
  mutating func collect(
    _ run: RecordRun, code: Range<UInt64>?, accessors: AccessorLookup
  ) {
    let decoded = decode(run)
    let slots = Dictionary(
      decoded.map { ($0.slot, $0.word) }, uniquingKeysWith: { first, _ in first })
    let found = slots.isEmpty ? [:] : accessors(slots)
    for (var record, slot, _) in decoded {
      record.accessor = found[slot] ?? .missing
      switch record.accessor {
      case .symbolic: records.append(record)
      case .address(let address) where code?.contains(address) ?? true: records.append(record)
      case .address(let address): reportForeign(record, "at 0x\(String(address, radix: 16))")
      case .missing: reportForeign(record, "nowhere")
      }
    }
  }

  /// Returns the records in their order and without duplicates, and the problems.
  consuming func finish() -> ([DeclaredRecord], [BinaryProblem]) {
    var kept: [DeclaredRecord] = []
    kept.reserveCapacity(records.count)
    var firsts: [UInt64: Int] = [:]
    for record in records.inOrder(Self.areOrdered) {
      if let first = firsts[record.id], kept[first].kind == record.kind {
        report(
          .repeatedRecord, at: record.offset, record: record,
          "\(record) is here and at offset \(kept[first].offset). The first one is used. Link "
            + "its module into the image only once")
      } else {
        firsts[record.id] = kept.count
        kept.append(record)
      }
    }
    if unlistedProblems > 0 {
      problems.append(
        BinaryProblem(
          code: .manyProblems, image: image, offset: nil,
          message: "\(unlistedProblems) more problems are not listed", record: nil))
    }
    return (kept, problems)
  }

  /// Returns whether a record comes before another, in the same order as in a process: by kind, and
  /// then by the rules for records of that kind.
  private static func areOrdered(_ left: DeclaredRecord, _ right: DeclaredRecord) -> Bool {
    if left.kind != right.kind { return left.kind.rawValue < right.kind.rawValue }
    if DeclaredRecord.comesBefore(left, right) { return true }
    return !DeclaredRecord.comesBefore(right, left) && left.offset < right.offset
  }

  mutating func report(
    _ code: BinaryProblem.Code, at offset: Int?, record: DeclaredRecord? = nil,
    _ message: @autoclosure () -> String
  ) {
    guard problems.count < Self.problemLimit else {
      unlistedProblems += 1
      return
    }
    problems.append(
      BinaryProblem(code: code, image: image, offset: offset, message: message(), record: record))
  }

  private mutating func reportForeign(_ record: DeclaredRecord, _ place: String) {
    report(
      .foreignAccessor, at: record.offset, record: record,
      "the accessor of \(record) lies \(place), outside the code, so a process omits the record. "
        + "Link with lld or gold, and do not edit the linked file with tools such as patchelf")
  }

  /// Decodes a range.
  ///
  /// - Returns: The records, the addresses of their accessors, and the contents of these places in
  ///   the file.
  private mutating func decode(
    _ run: RecordRun
  ) -> [(record: DeclaredRecord, slot: UInt64, word: UInt64)] {
    var records: [(DeclaredRecord, UInt64, UInt64)] = []
    var malformations: [RecordDecoder.Malformation] = []
    unsafe run.bytes.withUnsafeBytes { bytes in
      for element in unsafe RecordDecoder(bytes, noteAlignment: run.noteAlignment) {
        switch element {
        case .record(let view):
          let offset = unsafe view.start - bytes.baseAddress!
          var record = DeclaredRecord(view, imagePath: image)
          record.offset = run.bytes.fileOffset + offset
          record.group = run.group
          let slot = run.address &+ UInt64(offset + RecordLayout.accessorOffset)
          records.append((record, slot, view.accessor))
        case .malformed(let malformation): malformations.append(malformation)
        }
      }
    }
    for malformation in malformations {
      let place = run.bytes.fileOffset + malformation.offset
      switch malformation.reason {
      case .version(let version):
        report(
          .unknownVersion, at: place,
          "this record has version \(version), but this toolkit reads version "
            + "\(RecordLayout.version). Build both with the same release of ModularityKit")
      case .truncated(let claimed, let available):
        report(
          .malformedRecord, at: place,
          "this record declares \(claimed) bytes, but only \(available) remain. Build the image "
            + "again, without tools that rewrite its notes")
      case .size(let claimed, let expected):
        report(
          .malformedRecord, at: place,
          "this record declares \(claimed) bytes, but its fields take \(expected). Build the "
            + "image again, without tools that rewrite its notes")
      case .encoding:
        report(
          .malformedRecord, at: place,
          "this record contains a string that is not UTF-8. Build the image again")
      }
    }
    return records
  }
}
