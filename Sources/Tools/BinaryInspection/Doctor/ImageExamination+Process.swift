import BinaryRecords

/// The behavior of an image in a process.
extension ImageExamination {
  /// The diagnosis of whether a library with records remains loaded until the process ends.
  var unloading: Diagnosis? {
    guard traits.format == .elf, traits.form == .sharedLibrary, !image.records.isEmpty else {
      return nil
    }
    guard !traits.isNeverUnloaded else {
      return diagnosis("unloading", .good, "it stays in memory even if it is closed (NODELETE)")
    }
    return diagnosis(
      "unloading", .notice,
      "it has records, but not the flag NODELETE. If a program opens and closes it "
        + "before the registry reads its records, its code is unloaded",
      remedy: "Link it with '-Wl,-z,nodelete' (swiftc: '-Xlinker -z -Xlinker nodelete')")
  }

  /// The diagnosis of the code that runs before `main`.
  var startUp: Diagnosis {
    let bytes = traits.startUpByteCount
    guard bytes > 0 else {
      return diagnosis("startUp", .good, "no list of functions runs when it is loaded")
    }
    guard traits.format == .elf else {
      return diagnosis(
        "startUp", .good, "functions whose list takes \(bytes) bytes run when it is loaded")
    }
    let count = bytes / 8
    return diagnosis(
      "startUp", .good,
      "\(count) function\(count == 1 ? " runs" : "s run") when it is loaded"
        + (traits.form == .executable ? ", before main" : ""))
  }

  // MARK: Sanitizers

  /// The diagnosis of zeros between records.
  var padding: Diagnosis? {
    let count = notes.reduce(0) { $0 + $1.paddingByteCount }
    guard count > 0 else { return nil }
    return diagnosis(
      "padding", .notice, at: recordNotes.first.flatMap { Int(exactly: $0.segment.fileOffset) },
      "\(count) bytes of zeros follow its records, as the address sanitizer adds them. "
        + "Readers skip them")
  }

  /// The sanitizers, by the prefixes of their symbols.
  private static let sanitizers = [
    "__asan_": "address", "__tsan_": "thread", "__msan_": "memory",
    "__ubsan_": "undefined behavior",
  ]

  var sanitizers: Diagnosis? {
    let names = Self.sanitizers.filter { !image.sharedSymbols(withPrefix: $0.key).isEmpty }
      .values.sorted()
    guard !names.isEmpty else { return nil }
    return diagnosis(
      "sanitizer", .notice,
      "it is built with the \(names.joined(separator: " and the ")) "
        + "sanitizer\(names.count == 1 ? "" : "s"), for tests and not for users")
  }

  // MARK: Bitcode

  /// The diagnosis of whether the image contains bitcode.
  var bitcode: Diagnosis? {
    let sections = image.sections ?? []
    guard
      let section = sections.first(where: {
        $0.name == ".llvmbc" || $0.name.hasPrefix("__LLVM,")
      })
    else { return nil }
    return diagnosis(
      "bitcode", .notice, at: Int(exactly: section.fileOffset),
      "it carries \(section.size) bytes of LLVM bitcode beside its code, in the section "
        + "'\(section.name)'")
  }
}
