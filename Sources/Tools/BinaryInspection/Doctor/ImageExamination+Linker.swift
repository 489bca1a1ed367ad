import BinaryRecords

/// Which linker made an image, and what was stripped off since.
extension ImageExamination {
  var linker: Diagnosis? {
    guard traits.format == .elf else { return nil }
    if let name = image.linker { return diagnosis("linker", .good, "\(name) made it") }
    if writableFirstSegment != nil {
      return diagnosis(
        "linker", .notice,
        "no linker left its name, and records lie in a writable first segment, where only GNU ld "
          + "puts them: GNU ld probably made it")
    }
    guard image.sections != nil else {
      return diagnosis(
        "linker", .notice,
        "which linker made it is unknown: its name stood in a section, and the table of "
          + "sections is not there")
    }
    return diagnosis(
      "linker", .notice,
      "which linker made it is unknown: GNU ld leaves no name, and the names of others may "
        + "have been removed")
  }

  /// A diagnosis of whether linkers and people can still look into it.
  var strippedSections: Diagnosis? {
    guard image.sections == nil else { return nil }
    return diagnosis(
      "sectionTable", .notice,
      "its table of sections is stripped. A process finds the records all the same, but no tool "
        + "can tell the linker, the compilers or a section without a segment")
  }

  var strippedSymbols: Diagnosis? {
    guard !image.hasSymbolTable else { return nil }
    return diagnosis(
      "symbols", .notice,
      "its symbols are stripped, but for those that it shares with other images. A process finds "
        + "the records all the same, but an audit can tell less",
      remedy: "Audit the binary as it was before it was stripped")
  }
}
