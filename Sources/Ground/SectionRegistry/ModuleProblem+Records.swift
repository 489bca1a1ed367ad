import RecordFormat

// Problems never stop the registry. All valid records are available, and the list contains the
// missing ones and the reasons.
extension ModuleProblem {
  static func malformed(
    _ malformation: RecordDecoder.Malformation, imagePath: String
  ) -> ModuleProblem {
    let place = "the record \(malformation.offset) bytes into the records of \(imagePath)"
    switch malformation.reason {
    case .version(let version):
      return ModuleProblem(
        .unknownVersion, .error,
        """
        \(place) has version \(version), but this toolkit reads version \
        \(RecordLayout.version). Build both with the same release of ModularityKit.
        """)
    case .truncated(let claimed, let available):
      return ModuleProblem(
        .malformedRecord, .error,
        """
        \(place) declares \(claimed) bytes, but only \(available) remain. It was omitted. \
        Build the image again, without tools that rewrite its notes.
        """)
    case .size(let claimed, let expected):
      return ModuleProblem(
        .malformedRecord, .error,
        """
        \(place) declares \(claimed) bytes, but its fields take \(expected). It was omitted. \
        Build the image again, without tools that rewrite its notes.
        """)
    case .encoding:
      return ModuleProblem(
        .malformedRecord, .error,
        "\(place) contains a string that is not UTF-8. It was omitted. Build the image again.")
    }
  }

  static func foreignAccessor(of record: Record) -> ModuleProblem {
    ModuleProblem(
      .foreignAccessor, .error,
      """
      the accessor of \(record) lies outside the code of \(record.imagePath), so calling it would \
      crash. The record was omitted. A tool that edits linked files causes this, such as patchelf \
      after GNU ld: link with lld or gold, or edit the file before linking.
      """,
      locations: [record.location])
  }

  static func repeated(_ record: Record, alreadyIn first: Record) -> ModuleProblem {
    let places =
      first.imagePath == record.imagePath
      ? "is linked twice into \(first.imagePath)"
      : "is in both \(first.imagePath) and \(record.imagePath)"
    return ModuleProblem(
      .repeatedRecord, .error,
      """
      \(first) \(places). The first one is used. Link module \(record.module) into only one of \
      them, or make it a dynamic library that both share.
      """,
      locations: [first.location, record.location])
  }

  static func duplicateKey(_ records: [Record]) -> ModuleProblem {
    let locations = records.map { "\($0.location)" }.joined(separator: " and ")
    return ModuleProblem(
      .duplicateKey, .error,
      """
      \(records[0].kind):\(records[0].key) is declared at \(locations), but this key must be \
      unique. The first one is used. Rename one of them.
      """,
      locations: records.map(\.location))
  }

  static func typeMismatch(of record: Record, asked: String) -> ModuleProblem {
    ModuleProblem(
      .typeMismatch, .error,
      """
      \(record) does not declare a '\(asked)'. Ask for the type that it declares. If the names \
      agree, the type's module is linked into two images, and must become a dynamic library.
      """,
      locations: [record.location])
  }

  static func invalidFilter(_ text: String, in place: String) -> ModuleProblem {
    ModuleProblem(
      .invalidFilter, .error,
      """
      '\(text)' in \(place) disables nothing: write a module's name, or 'kind:key' with a kind of \
      four characters ('*' for every key), separated by commas.
      """)
  }

  static func unmatchedFilter(_ filter: RecordFilter) -> ModuleProblem {
    ModuleProblem(
      .unmatchedFilter, .warning,
      "'\(filter)' is disabled, but no record of the loaded images matches it. Check its spelling.")
  }

  static func imageNotPinned(path: String) -> ModuleProblem {
    ModuleProblem(
      .imageNotPinned, .error,
      """
      \(path) contains records but cannot be kept loaded (dlopen with RTLD_NOLOAD did not find \
      it), so they were omitted. Load it by its path, in the process's own namespace.
      """)
  }

  static func libraryNotLoaded(path: String, reason: String) -> ModuleProblem {
    ModuleProblem(.libraryNotLoaded, .error, "cannot load the library \(path): \(reason)")
  }

  static let imagesMissed = ModuleProblem(
    .imagesMissed, .error,
    "memory ran out while the loaded images were listed, so some were not read.")
}
