import Foundation
import ProgramTestSupport
import Testing

/// The moments before `main` and at launch in programs of several images.
@Suite(.linkMatrix, .enoughTime)
struct MomentTests {
  /// The lines in which both libraries and the program come to `main`.
  private static let start = [
    "common load, very high", "common load", "feature load", "program load", "common premain",
    "feature premain", "program premain",
  ]
  private static let end = ["feature launched", "program launched", "end"]
  private static let plugin = [
    "plugin load", "plugin load, repeatable", "plugin load, by its value", "plugin premain",
  ]

  // MARK: Linked images

  @Test(arguments: ["gold", "lld", "bfd"], [[], LinkerTests.collectingSections])
  func `Images load from the deepest on, then premain runs in all, then main`(
    linker: String, collecting: [String]
  ) async throws {
    let moments = try await Moments.compiled()
    let program = try await moments.linkImages(options: ["-use-ld=\(linker)"] + collecting)
    #expect(
      try await program.run().lines
        == Self.start + ["main", "opened", "feature custom"] + Self.end)
  }

  @Test func `Stripped images have their launch events, too`() async throws {
    let program = try await Moments.compiled().linkImages()
    let folder = program.executable.deletingLastPathComponent()
    for name in ["Program", "libCommon.so", "libFeature.so"] {
      try await Toolchain.command("strip", [folder.appending(path: name).path]).succeed()
    }
    #expect(
      try await program.run().lines
        == Self.start + ["main", "opened", "feature custom"] + Self.end)
  }

  @Test(arguments: ["gold", "lld", "bfd"])
  func `In one image, callbacks run by priority, file and line`(linker: String) async throws {
    let program = try await Moments.compiled()
      .linkExecutable(options: ["-use-ld=\(linker)"] + LinkerTests.collectingSections)
    #expect(
      try await program.run().lines
        == Self.start + ["main", "opened", "feature custom"] + Self.end)
  }

  @Test(arguments: ["gold", "lld", "bfd"])
  func `With a static standard library, callbacks run at first use`(
    linker: String
  ) async throws {
    let program = try await Moments.compiled()
      .linkExecutable(options: ["-use-ld=\(linker)", "-static-stdlib"] + Self.staticFoundation)
    #expect(
      try await program.run().lines
        == ["main", "opened"] + Self.start + ["feature custom"] + Self.end)
  }

  /// The libraries that Foundation needs where it is linked in.
  private static let staticFoundation =
    ["--start-group"].flatMap { ["-Xlinker", $0] }
    + [
      "Foundation", "CoreFoundation", "FoundationInternationalization", "FoundationEssentials",
      "_FoundationICU", "_FoundationCShims", "_FoundationCollections", "dispatch", "BlocksRuntime",
    ].flatMap { ["-Xlinker", "-l\($0)"] }
    + ["--end-group"].flatMap { ["-Xlinker", $0] }

  @Test func `Records disabled by the environment are left out in every image`() async throws {
    let program = try await Moments.compiled().linkImages()
    let lines = try await program.run(
      ["disabled"], environment: ["MODKIT_DISABLE": "Feature,rhea:premain"]
    ).lines
    #expect(lines.prefix(4) == ["common load, very high", "common load", "program load", "main"])
    #expect(lines.last == "end")
    #expect(!lines.contains { $0.hasPrefix("feature") || $0.hasSuffix("premain") })
  }

  // MARK: Opened libraries

  @Test(arguments: ["open", "load"])
  func `A library that is opened has its own launch events, once`(how: String) async throws {
    let moments = try await Moments.compiled()
    let program = try await moments.linkImages()
    #expect(
      try await program.run([how, moments.plugin(of: program).path]).lines
        == Self.start + ["main"] + Self.plugin + ["opened", "feature custom", "plugin custom"]
        + ["feature launched", "plugin launched", "program launched", "end"])
  }

  @Test func `A library opened by a callback for load waits with premain for the others`()
    async throws
  {
    let moments = try await Moments.compiled()
    let program = try await moments.linkImages()
    let lines = try await program.run(["nested", moments.plugin(of: program).path]).lines
    #expect(
      lines == [
        "common load, very high", "common load", "feature load", "program load",
      ] + Self.plugin.dropLast() + [
        "common premain", "feature premain", "plugin premain", "program premain", "main", "opened",
        "feature custom", "plugin custom", "feature launched", "plugin launched",
        "program launched", "end",
      ])
  }

  @Test func `A library opened on another thread has its launch events on the main actor`()
    async throws
  {
    let moments = try await Moments.compiled()
    let program = try await moments.linkImages()
    let lines = try await program.run(["thread", moments.plugin(of: program).path]).lines
    #expect(lines.prefix(Self.start.count + 2) == Self.start[...] + ["main", "opened"])
    #expect(lines.filter { Self.plugin.contains($0) } == Self.plugin)
    #expect(lines.last == "end")
  }

  @Test func `A callback for the launch in a library opened after it is reported as missed`()
    async throws
  {
    let moments = try await Moments.compiled()
    let program = try await moments.linkImages()
    #expect(
      try await program.run(["late", moments.plugin(of: program).path]).lines
        == Self.start + ["main", "feature launched", "program launched"]
        + ["missedEvent appDidFinishLaunching"] + Self.plugin
        + [#"warning missedEvent ["Plugin"]"#, "opened", "feature custom", "plugin custom", "end"])
  }

  @Test(arguments: ["open", "load"])
  func `An opened library without start-up code has its events at the next use of Rhea`(
    how: String
  ) async throws {
    let moments = try await Moments.compiled()
    let program = try await moments.linkImages()
    let silent = program.executable.deletingLastPathComponent().appending(path: "libSilent.so")
    #expect(
      try await program.run([how, silent.path]).lines
        == Self.start + ["main", "opened", "silent load", "silent premain", "feature custom"]
        + Self.end)
  }

  // MARK: Start-up code

  @Test func `Only declarations for load and premain add code that runs at start-up`()
    async throws
  {
    let workshop = try await Workshop("StartUp", .init(everywhere: ["-O"], extent: .rheaTime))
    func size(_ name: String, _ declarations: [String]) async throws -> Int {
      let source = workshop.folder.appending(path: "\(name).swift")
      try (["import RheaTime", "@main struct Main { static func main() {} }"] + declarations)
        .joined(separator: "\n").write(to: source, atomically: true, encoding: .utf8)
      let objects = try await workshop.compile(name, [source.path])
      return try await startUpEntries(of: workshop.executable(name, objects).executable)
    }
    let others = [
      #"#rhea(time: "custom") {}"#, "#appDidFinishLaunching {}",
      "extension RheaEvent { static let early: RheaEvent = \"load\" }", "#rhea(time: .early) {}",
    ]
    let none = try await size("None", [])
    #expect(try await size("Others", others) == none)
    #expect(try await size("Two", others + ["#load {}", "#premain {}"]) == none + 2)
  }

  /// How many functions run before `main`.
  private func startUpEntries(of executable: URL) async throws -> Int {
    let sections = try await Toolchain.command("readelf", ["-SW", executable.path]).succeed()
    // [Nr] Name Type Address Off Size …
    let sizes = sections.lines.compactMap { line in
      line.firstMatch(of: /\.init_array +INIT_ARRAY +\S+ +\S+ +(\S+)/).flatMap {
        Int($0.1, radix: 16)
      }
    }
    return try #require(sizes.first) / MemoryLayout<UInt>.size
  }
}
