import BinaryRecords
import SectionRegistry

extension LoadingError {
  /// The fix for a process with more than one toolkit.
  private static let wayToShare =
    "Link the app and its modules against ModularityKitDynamic, and against no other product of "
    + "ModularityKit."

  static func unreadable(_ path: String, _ error: BinaryError) -> LoadingError {
    LoadingError(.unreadable, path, "\(error)")
  }

  static func incomplete(_ path: String, _ part: String, in holder: String) -> LoadingError {
    let file = holder == path ? "its file" : "\(holder), which it needs,"
    return LoadingError(
      .incomplete, path,
      "\(file) lacks a part of \(part): it is truncated or still being written, and opening it "
        + "would crash the process. Copy it again, or build it again.")
  }

  static func contradictory(
    _ path: String, _ contradiction: String, in holder: String
  ) -> LoadingError {
    let file = holder == path ? "its file" : "\(holder), which it needs,"
    return LoadingError(
      .unreadable, path,
      "\(file) was changed after it was linked: \(contradiction). Opening it would crash the "
        + "process. Copy it again, or build it again.")
  }

  static func writableByAll(_ path: String, _ open: String, in library: String) -> LoadingError {
    let thing =
      switch open {
      case path: "its file"
      case library: "\(open), which it needs,"
      default: "the folder \(open), which \(library == path ? "it is" : "\(library) is") in,"
      }
    return LoadingError(
      .writableByAll, path,
      "\(thing) is writable for every user, and their code would run with the rights of this "
        + "process. Remove that right with 'chmod o-w \(open)'.")
  }

  static func notALibrary(_ path: String, _ found: String) -> LoadingError {
    LoadingError(
      .notALibrary, path,
      "it is \(found), but a module must be a shared library. In Package.swift, declare a product "
        + "'.library(name:type:targets:)' with the type '.dynamic'.")
  }

  static func otherMachine(_ path: String, built: String, needed: String) -> LoadingError {
    LoadingError(
      .otherMachine, path,
      "it is built for \(built), but this process runs on \(needed). Build it for \(needed).")
  }

  static func secondToolkit(_ path: String, in holder: String) -> LoadingError {
    let place = holder == path ? "it has" : "\(holder), which it needs, has"
    return LoadingError(
      .secondToolkit, path,
      "\(place) its own copy of ModularityKit, and neither copy would see the declarations of "
        + "the other one. \(wayToShare)")
  }

  static func toolkitNotShared(_ path: String, symbols: [String]) -> LoadingError {
    LoadingError(
      .toolkitNotShared, path,
      "it needs ModularityKit from the app, which does not share it: no image has "
        + "'\(symbols[0])'\(others(symbols.count - 1)). \(wayToShare)")
  }

  static func brokenRecords(_ path: String, _ problems: [BinaryProblem]) -> LoadingError {
    LoadingError(
      .brokenRecords, path, locations: problems.compactMap(\.record?.location),
      "its records cannot be used: \(problems[0])\(others(problems.count - 1))")
  }

  static func alreadyPresent(
    _ path: String, _ pairs: [(new: DeclaredRecord, present: Record)]
  ) -> LoadingError {
    LoadingError(
      .alreadyPresent, path, locations: pairs.map(\.new.location),
      "\(pairs[0].new) is already in \(pairs[0].present.imagePath)\(others(pairs.count - 1)). Link "
        + "the module \(pairs[0].new.module) into one of them only, or make it a dynamic library "
        + "that both share.")
  }

  static func keyTaken(
    _ path: String, _ pairs: [(new: DeclaredRecord, present: Record)]
  ) -> LoadingError {
    let (new, present) = pairs[0]
    return LoadingError(
      .keyTaken, path,
      locations: pairs.flatMap { [$0.new.location, $0.present.location] },
      "\(new.kind):\(new.key) is declared at \(new.location) and, in \(present.imagePath), at "
        + "\(present.location), but its key must be unique"
        + "\(others(pairs.count - 1)). Rename one of them.")
  }

  static func rejectedByLoader(_ path: String, _ problem: ModuleProblem) -> LoadingError {
    LoadingError(.rejectedByLoader, path, problem.message)
  }

  private static func others(_ count: Int) -> String {
    count > 0 ? ", and \(count) more" : ""
  }
}
