import BinaryRecords

/// Looks at one executable, library or object file.
struct ImageExamination {
  let image: BinaryImage
  let traits: BinaryTraits
  /// The runs of notes that the loader knows.
  let notes: [BinaryNotes]

  init(_ image: BinaryImage) {
    self.image = image
    traits = image.traits
    notes = image.notes
  }

  var diagnoses: [Diagnosis] {
    // A linker will still do something about the rest.
    guard traits.form != .object else { return [bitcode].compactMap(\.self) }
    return [
      linker, strippedSections, strippedSymbols, firstSegment, recordSegment, unloadedRecords,
      emptiedNotes, unloading, padding, sanitizers, startUp, toolkit, bitcode,
    ].compactMap(\.self) + writableCode + cutSegments
  }

  /// The runs of notes that hold records.
  var recordNotes: [BinaryNotes] { notes.filter { $0.recordCount > 0 } }

  func diagnosis(
    _ code: String, _ verdict: Diagnosis.Verdict, at offset: Int? = nil, _ text: String,
    remedy: String? = nil
  ) -> Diagnosis {
    Diagnosis(code, verdict, of: image.name, at: offset, text, remedy: remedy)
  }
}
