import BinaryRecords
import Declarations

/// Examines an executable, library or object file.
struct ImageExamination {
  let image: BinaryImage
  let traits: BinaryTraits
  /// The blocks of notes that the loader knows.
  let notes: [BinaryNotes]

  init(_ image: BinaryImage) {
    self.image = image
    traits = image.traits
    notes = image.notes
  }

  var diagnoses: [Diagnosis] {
    // The linker still determines the other properties.
    guard traits.form != .object else { return [bitcode].compactMap(\.self) }
    return [
      linker, strippedSections, strippedSymbols, firstSegment, recordSegment, unloadedRecords,
      emptiedNotes, unloading, padding, sanitizers, startUp, toolkit, bitcode,
    ].compactMap(\.self) + writableCode + cutSegments
  }

  /// The blocks of notes with records.
  var recordNotes: [BinaryNotes] { notes.filter { $0.recordCount > 0 } }

  func diagnosis(
    _ code: String, _ verdict: Diagnosis.Verdict, at offset: Int? = nil, _ text: String,
    remedy: String? = nil
  ) -> Diagnosis {
    Diagnosis(code, verdict, of: image.name, at: offset, text, remedy: remedy)
  }
}

/// The linker of an image, and the parts that were stripped.
extension ImageExamination {
  var linker: Diagnosis? {
    guard traits.format == .elf else { return nil }
    if let name = image.linker { return diagnosis("linker", .good, "\(name) made it") }
    if writableFirstSegment != nil {
      return diagnosis(
        "linker", .notice,
        "no linker wrote its name, and records lie in a writable first segment, where only GNU ld "
          + "puts them: GNU ld probably linked it")
    }
    guard image.sections != nil else {
      return diagnosis(
        "linker", .notice,
        "the linker is unknown: its name was in a section, but the table of "
          + "sections is missing")
    }
    return diagnosis(
      "linker", .notice,
      "the linker is unknown: GNU ld writes no name, and the names of others may "
        + "have been removed")
  }

  /// The diagnosis of whether tools can still read sections and symbols.
  var strippedSections: Diagnosis? {
    guard image.sections == nil else { return nil }
    return diagnosis(
      "sectionTable", .notice,
      "its table of sections is stripped. A process still finds the records, but no tool "
        + "can tell the linker, the compilers, or the sections without a segment")
  }

  var strippedSymbols: Diagnosis? {
    guard !image.hasSymbolTable else { return nil }
    return diagnosis(
      "symbols", .notice,
      "its symbols are stripped, except the ones shared with other images. A process still finds "
        + "the records, but an audit explains less",
      remedy: "Audit the binary before you strip it")
  }
}

/// The diagnosis of the number of copies of the toolkit.
extension ImageExamination {
  /// The library with the toolkit for an app and its modules.
  private static let library = "libModularityKitDynamic"

  /// The modules of the toolkit.
  ///
  /// Each copy of the toolkit contains their records.
  static let modules: Set<String> = [
    "Bridge", "Khala", "ModuleGraph", "Pharos", "ProcessLifecycle", "Declarations",
    "RheaTime", "SectionRegistry", "TaskKit", "ToolkitTrace",
  ]

  private static let remedy =
    "Link the app and its modules against ModularityKitDynamic, and against no other product of "
    + "ModularityKit"

  var toolkit: Diagnosis? {
    let needed = traits.neededLibraries.first { name in
      (name.split(separator: "/").last ?? "").hasPrefix(Self.library)
    }
    guard image.carriesToolkit else {
      if let needed {
        return diagnosis("toolkit", .good, "it takes the toolkit from \(needed)")
      }
      return image.needsToolkit
        ? diagnosis("toolkit", .good, "it takes the toolkit from the program that loads it") : nil
    }
    if let needed {
      return diagnosis(
        "toolkit", .error,
        "it contains a copy of the toolkit and also needs \(needed): neither copy sees what "
          + "the other one registers",
        remedy: Self.remedy)
    }
    let isForeign = image.records.contains { !Self.modules.contains($0.module) }
    guard traits.form == .sharedLibrary, isForeign else {
      return diagnosis("toolkit", .good, "it contains the toolkit")
    }
    return diagnosis(
      "toolkit", .warning,
      "this library contains records and a copy of the toolkit: in a program with another "
        + "copy, neither would see what the other one registers",
      remedy: Self.remedy)
  }
}
