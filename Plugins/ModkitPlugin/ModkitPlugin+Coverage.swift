import Foundation
import PackagePlugin

extension ModkitPlugin {
  /// Runs the tests with a folder for their coverage, which modkit reads with their program.
  func coverage(_ context: PluginContext, _ words: [String]) throws {
    let (own, passed) = Self.split(words)
    var extractor = ArgumentExtractor(own)
    let earlier = extractor.extractOption(named: "from").last
    var parameters = PackageManager.BuildParameters()
    parameters.echoLogs = true
    guard try packageManager.build(.all(includingTests: true), parameters: parameters).succeeded
    else { throw Refusal("the tests do not build") }
    let modkit = try modkit(context)
    let folder =
      earlier.map { URL(filePath: $0) }
      ?? context.pluginWorkDirectoryURL.appending(path: "coverage")
    if earlier == nil {
      // An earlier run may have exercised what no test exercises now.
      if FileManager.default.fileExists(atPath: folder.path) {
        try FileManager.default.removeItem(at: folder)
      }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // The build folder, which contains plugins/ModkitPlugin/outputs.
      let scratch = context.pluginWorkDirectoryURL.deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      // The answer of modkit alone is the output, which may be JSON. SwiftPM has one output for what
      // a plugin writes.
      let log = folder.appending(path: "tests.log")
      try Data().write(to: log)
      Diagnostics.progress("Running the tests, whose output is in \(log.path)")
      do {
        try run(
          URL(filePath: "/usr/bin/env"),
          ["MODKIT_COVERAGE=\(folder.path)", "swift", "test", "--skip-build", "--ignore-lock"]
            + ["--package-path", context.package.directoryURL.path]
            + ["--scratch-path", scratch.path] + passed,
          output: try FileHandle(forWritingTo: log))
      } catch is Refusal {
        print(try String(contentsOf: log, encoding: .utf8))
        throw Refusal("the tests fail, so their coverage is not shown")
      }
    }
    let tests = context.package.targets.compactMap { $0 as? any SourceModuleTarget }
      .filter { $0.kind == .test }
    try run(
      modkit,
      ["coverage"] + tests.flatMap { ["--except", $0.moduleName] } + extractor.remainingArguments
        + [folder.path, testProgram(of: context.package, beside: modkit).path])
  }

  /// The program of all tests of a package.
  private func testProgram(of package: Package, beside modkit: URL) -> URL {
    let name = "\(package.displayName)PackageTests"
    let bundle = modkit.deletingLastPathComponent().appending(path: "\(name).xctest")
    // On macOS, it is a bundle.
    let program = bundle.appending(path: "Contents/MacOS/\(name)")
    return FileManager.default.fileExists(atPath: program.path) ? program : bundle
  }
}
