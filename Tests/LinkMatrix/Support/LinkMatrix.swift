import Foundation
import ProgramTestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// Runs a suite only when the environment variable `MODKIT_LINK_MATRIX` is 1.
  ///
  /// These suites compile, link and run dozens of programs, which takes minutes.
  /// Our checks set the variable; `swift test` alone stays quick.
  static var linkMatrix: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["MODKIT_LINK_MATRIX"] == "1",
      "Set MODKIT_LINK_MATRIX=1 to compile and run programs with every linker.")
  }
}

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs.
  ///
  /// A test's time includes its wait for the compilers of all others.
  static var enoughTime: Self { .timeLimit(.minutes(20)) }
}

/// The places that all suites work with.
enum LinkMatrix {
  /// The repository.
  static let package = Repository.root

  /// The sources of the programs that the suites build.
  static let fixtures = package.appending(path: "Tests/LinkMatrix/Fixtures")

  /// The folder with what SwiftPM built, among it the running tests.
  static let products = URL(filePath: "/proc/self/exe")
    .resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// Where the suites build.
  ///
  /// It is emptied when a run begins, so that what the last run built can be looked
  /// at.
  static let builds: URL = {
    let folder = products.appending(path: "LinkMatrix")
    try? FileManager.default.removeItem(at: folder)
    return folder
  }()

  /// Makes a folder that no other test uses.
  static func makeFolder(_ name: String) throws -> URL {
    let folder = builds.appending(path: "\(name)-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
