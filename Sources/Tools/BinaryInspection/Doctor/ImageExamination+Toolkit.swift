import BinaryRecords
import Declarations

/// A diagnosis of whether there is one toolkit, or a second one.
extension ImageExamination {
  /// The library that has the toolkit for an app and its modules.
  private static let library = "libModularityKitDynamic"

  /// The modules of the toolkit, whose records come with every copy of it.
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
        "it has a copy of the toolkit in itself and also needs \(needed): neither copy sees what "
          + "the other does",
        remedy: Self.remedy)
    }
    let isForeign = image.records.contains { !Self.modules.contains($0.module) }
    guard traits.form == .sharedLibrary, isForeign else {
      return diagnosis("toolkit", .good, "it has the toolkit in itself")
    }
    return diagnosis(
      "toolkit", .warning,
      "this library has records and a copy of the toolkit in itself: in a program with another "
        + "copy, neither would see what the other does",
      remedy: Self.remedy)
  }
}
