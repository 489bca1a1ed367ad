import RecordFormat

/// Something wrong with the records of the process.
///
/// Problems never stop the registry: the good records are there all the same,
/// and the list says what is missing from them and why.
public struct RecordProblem: Error, Hashable, Sendable {
  /// The kind of a problem.
  ///
  /// The vocabulary may grow.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) {
      self.description = description
    }

    /// A record of a version this toolkit does not read.
    public static let unknownVersion = Code("unknownVersion")
    /// Bytes that look like a record but are none.
    public static let malformedRecord = Code("malformedRecord")
    /// A record whose accessor points outside the code of its image.
    public static let foreignAccessor = Code("foreignAccessor")
    /// One declaration that was linked into two images.
    public static let repeatedRecord = Code("repeatedRecord")
    /// Two declarations of one key, of a kind where keys are unique.
    public static let duplicateKey = Code("duplicateKey")
    /// A record was asked for a type that it does not declare.
    public static let typeMismatch = Code("typeMismatch")
    /// A filter that is not written as one.
    public static let invalidFilter = Code("invalidFilter")
    /// A filter that no record matches.
    public static let unmatchedFilter = Code("unmatchedFilter")
    /// An image whose records were left out because it could not be pinned.
    public static let imageNotPinned = Code("imageNotPinned")
    /// A library that the loader refused.
    public static let libraryNotLoaded = Code("libraryNotLoaded")
    /// Images that could not be looked at for want of memory.
    public static let imagesMissed = Code("imagesMissed")
  }

  /// The kind of the problem.
  public let code: Code

  /// A sentence that says what is wrong, where, and what to do about it.
  public let message: String

  /// The records concerned, as far as they could be read.
  public let records: [Record]

  private init(_ code: Code, records: [Record] = [], _ message: String) {
    self.code = code
    self.message = message
    self.records = records
  }
}

extension RecordProblem: CustomStringConvertible {
  public var description: String { "\(code): \(message)" }
}

extension RecordProblem {
  static func malformed(
    _ malformation: RecordDecoder.Malformation, imagePath: String
  ) -> RecordProblem {
    let place = "the record \(malformation.offset) bytes into the records of \(imagePath)"
    switch malformation.reason {
    case .version(let version):
      return RecordProblem(
        .unknownVersion,
        """
        \(place) is of version \(version), but this toolkit reads version \
        \(RecordLayout.version). Build both with the same release of ModularityKit.
        """)
    case .truncated(let claimed, let available):
      return RecordProblem(
        .malformedRecord,
        """
        \(place) claims \(claimed) bytes, but only \(available) are left. It was left out; \
        build the image again, without tools that rewrite its notes.
        """)
    case .size(let claimed, let expected):
      return RecordProblem(
        .malformedRecord,
        """
        \(place) claims \(claimed) bytes, but its fields come to \(expected). It was left out; \
        build the image again, without tools that rewrite its notes.
        """)
    case .encoding:
      return RecordProblem(
        .malformedRecord,
        "\(place) holds text that is not UTF-8. It was left out; build the image again.")
    }
  }

  static func foreignAccessor(of record: Record) -> RecordProblem {
    RecordProblem(
      .foreignAccessor, records: [record],
      """
      the accessor of \(record) lies outside the code of \(record.imagePath), so calling it would \
      crash; the record was left out. A tool that edits linked files (patchelf after GNU ld, for \
      one) does this: link with lld or gold, or edit the file before linking.
      """)
  }

  static func repeated(_ record: Record, alreadyIn first: Record) -> RecordProblem {
    let places =
      first.imagePath == record.imagePath
      ? "is twice in \(first.imagePath)" : "is in both \(first.imagePath) and \(record.imagePath)"
    return RecordProblem(
      .repeatedRecord, records: [first, record],
      """
      \(first) \(places); the first is used. Link module \(record.module) into one of them only, \
      or make it a dynamic library that both share.
      """)
  }

  static func duplicateKey(_ records: [Record]) -> RecordProblem {
    let places = records.map { "\($0.fileID):\($0.line)" }.joined(separator: " and ")
    return RecordProblem(
      .duplicateKey, records: records,
      """
      \(records[0].kind):\(records[0].key) is declared at \(places), but this key must be unique; \
      the first is used. Rename one of them.
      """)
  }

  static func typeMismatch(of record: Record, asked: String) -> RecordProblem {
    RecordProblem(
      .typeMismatch, records: [record],
      """
      \(record) does not declare a '\(asked)'. Ask for the type it declares; if the names agree, \
      the type's module is linked into two images, and must become a dynamic library.
      """)
  }

  static func invalidFilter(_ text: String, in place: String) -> RecordProblem {
    RecordProblem(
      .invalidFilter,
      """
      '\(text)' in \(place) disables nothing: write a module's name, or 'kind:key' with a kind of \
      four characters ('*' for every key), separated by commas.
      """)
  }

  static func unmatchedFilter(_ filter: RecordFilter) -> RecordProblem {
    RecordProblem(
      .unmatchedFilter,
      "'\(filter)' is disabled, but no record of the loaded images matches it. Check its spelling.")
  }

  static func imageNotPinned(path: String) -> RecordProblem {
    RecordProblem(
      .imageNotPinned,
      """
      \(path) holds records but cannot be kept loaded (dlopen with RTLD_NOLOAD did not find it), so \
      they were left out. Load it by its path, in the process's own namespace.
      """)
  }

  static func libraryNotLoaded(path: String, reason: String) -> RecordProblem {
    RecordProblem(.libraryNotLoaded, "cannot load the library \(path): \(reason)")
  }

  static let imagesMissed = RecordProblem(
    .imagesMissed, "memory ran out while the loaded images were listed; some were not looked at.")
}
