import Foundation
import ProgramTestSupport

/// The toolkit's libraries, built by the compiler alone, as a program of a
/// fixture links them.
struct Toolkit: Sendable {
  /// The objects of all its modules, to be linked into an image.
  let objects: [URL]
  /// All of it as one shared library, for programs of several images.
  let library: URL
  /// Where its module interfaces lie.
  let folder: URL

  /// How much of the toolkit a program needs.
  enum Extent: Sendable {
    /// The registry of records.
    case registry
    /// RheaTime and all below it.
    case rheaTime
    /// Pharos and all below it.
    case pharos
    /// TaskKit and all below it.
    case taskKit

    var modules: [String] {
      switch self {
      case .registry: ["RecordFormat", "SectionRegistry"]
      case .rheaTime: Self.ground + ["RheaTime"]
      case .pharos: Self.ground + ["Pharos"]
      case .taskKit: Self.ground + ["Spelling", "TaskPlanning", "Schedules", "TaskKit"]
      }
    }

    /// What all products stand on.
    private static let ground =
      Self.registry.modules
      + ["ToolkitTrace", "ProcessLifecycle"]
  }

  /// Builds the toolkit, once for each extent and set of compiler options.
  static func built(_ extent: Extent, with options: [String]) async throws -> Toolkit {
    try await built[Kind(extent: extent, options: options)]
  }

  private struct Kind: Hashable {
    var extent: Extent
    var options: [String]
  }

  private static let built = Memo<Kind, Toolkit> { kind in
    let options = kind.options
    let folder = try LinkMatrix.makeFolder("Toolkit")
    var objects: [URL] = []
    let ground = Repository.file("Sources/Ground/CGround")
    let headers = ground.appending(path: "include")
    for path in try FileManager.default.subpathsOfDirectory(atPath: ground.path).sorted()
    where path.hasSuffix(".c") {
      let object = folder.appending(path: path.replacing("/", with: "-") + ".o")
      objects.append(object)
      try await Toolchain.command(
        "clang",
        ["-c", "-fPIC", "-O2", "-I", headers.path, ground.appending(path: path).path]
          + ["-o", object.path]
      ).succeed()
    }
    try """
    module CGround {
      header "\(headers.path)/CGround.h"
      export *
    }

    """.write(to: folder.appending(path: "module.modulemap"), atomically: true, encoding: .utf8)
    for module in kind.extent.modules {
      let object = folder.appending(path: "\(module).o")
      objects.append(object)
      try await Toolchain.command(
        "swiftc",
        ["-c", "-module-name", module, "-package-name", "ModularityKit", "-swift-version", "6"]
          + ["-parse-as-library", "-whole-module-optimization"]
          + [
            "MemberImportVisibility", "InternalImportsByDefault", "NonisolatedNonsendingByDefault",
            "InferIsolatedConformances", "ImmutableWeakCaptures",
          ].flatMap { ["-enable-upcoming-feature", $0] }
          + options
          + ["-I", folder.path, "-emit-module", "-o", object.path]
          + ["-emit-module-path", folder.appending(path: "\(module).swiftmodule").path]
          + Toolchain.macroArguments()
          + Fixture.allSources(in: Repository.sources(of: module))
      ).succeed()
    }

    let library = folder.appending(path: "libModularityKit.so")
    try await Toolchain.command(
      "swiftc", ["-emit-library", "-o", library.path] + options + objects.map(\.path)
    ).succeed()
    return Toolkit(objects: objects, library: library, folder: folder)
  }
}
