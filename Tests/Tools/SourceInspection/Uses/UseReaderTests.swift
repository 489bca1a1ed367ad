import Foundation
import ModularityTestSupport
import ModuleGraph
import ProgramTestSupport
import SourceInspection
import Synchronization
import Testing

@testable import SourceInspection

struct UseReaderTests {
  /// The sources that a reader has parsed, in the order of their texts.
  private final class ReadTexts: Sendable {
    private let texts = Mutex<[String]>([])

    var count: Int { texts.withLock { $0.count } }

    func parse(_ text: String) -> ParsedSource {
      texts.withLock { $0.append(text) }
      return ParsedSource(text)
    }
  }

  private func read(
    _ fixture: IndexFixture, _ modules: Set<String>? = ["Weather"], library: String? = nil
  ) async -> ProgramUses {
    let request = UseRequest(modules: modules, store: fixture.store, library: library)
    return await outsideOfTasks {
      UseReader().read(request)
    }
  }

  @Test func `Uses are found with the texts of constants in other modules`() async throws {
    let fixture = try await FakeToolkit.program
    let uses = await read(fixture)
    #expect(uses.gaps == [])
    #expect(uses.uses.map(\.name) == ["storm.begin", "premain", "calm"])
    #expect(uses.uses.map(\.module) == ["Weather", "Weather", "Weather"])
    #expect(
      uses.uses.compactMap { $0.location?.description }
        == ["Weather/Weather.swift:4", "Weather/Weather.swift:5", "Weather/Weather.swift:6"])
    #expect(uses.constants.mapValues { $0.map(\.name) } == ["Names/Names.swift": ["storm.begin"]])
    #expect(
      uses.paths == [
        "Names/Names.swift": fixture.folder.path("Names.swift"),
        "Weather/Plain.swift": fixture.folder.path("Plain.swift"),
        "Weather/Weather.swift": fixture.folder.path("Weather.swift"),
      ])
  }

  @Test func `The uses of a type that names a task are found in all sources`() async throws {
    let fixture = try await FakeToolkit.makeProgram()
    // The attribute is in a comment for the compiler, which has no macro for it.
    let weather =
      FakeToolkit.weather + "\n/*@EventTask(on: .demand)*/ struct Sync {}\nextension Sync {}\n"
    let plain = "func plain() -> Any { Sync() }\nlet type = Sync.self\n"
    try await fixture.compile(
      module: "Weather", ["Weather.swift": weather, "Plain.swift": plain],
      importing: FakeToolkit.fixture)
    let reader = UseReader(parse: { _, text in
      ParsedSource(text.replacing("/*@", with: "  @").replacing("*/", with: "  "))
    })
    let request = UseRequest(modules: ["Weather"], store: fixture.store)
    for _ in 1...2 {
      let uses = await outsideOfTasks { reader.read(request) }
      #expect(uses.gaps == [])
      let found = uses.typeNames["task:Sync"] ?? [:]
      #expect(
        found.mapValues { $0.map { "\($0.start.line + 1):\($0.start.column + 1)" } } == [
          "Weather/Plain.swift": ["1:23", "2:12"], "Weather/Weather.swift": ["8:36", "9:11"],
        ])
    }
  }

  @Test func `Modules that a program does not import are left out`() async throws {
    let fixture = try await FakeToolkit.makeProgram()
    try await fixture.compile(
      module: "Other", ["Other.swift": FakeToolkit.weather], importing: FakeToolkit.fixture)
    #expect(await Set(read(fixture).uses.map(\.module)) == ["Weather"])
    #expect(await Set(read(fixture, nil).uses.map(\.module)) == ["Other", "Weather"])
    #expect(await read(fixture, ["Names"]).uses == [])
  }

  @Test func `A module that the store does not have is a gap`() async throws {
    let fixture = try await FakeToolkit.program
    let uses = await read(fixture, ["Weather", "Tides", "Berths"])
    #expect(uses.uses.count == 3)
    #expect(
      uses.gaps == ["The index store does not cover the sources of 'Berths', 'Tides': build again."]
    )
  }

  @Test func `Only sources with symbols of the toolkit are parsed, and only once`() async throws {
    let fixture = try await FakeToolkit.program
    let texts = ReadTexts()
    let reader = UseReader(parse: { texts.parse($1) })
    let request = UseRequest(modules: ["Weather"], store: fixture.store)
    let first = await outsideOfTasks { reader.read(request) }
    #expect(texts.count == 2)
    let second = await outsideOfTasks { reader.read(request) }
    #expect(texts.count == 2)
    #expect(first.uses == second.uses)
    #expect(first.paths == second.paths)
    #expect(first.constants == second.constants)
  }

  @Test func `After a build only what has changed is parsed again`() async throws {
    let fixture = try await FakeToolkit.makeProgram()
    let texts = ReadTexts()
    let reader = UseReader(parse: { texts.parse($1) })
    let request = UseRequest(modules: ["Weather"], store: fixture.store)
    _ = await outsideOfTasks { reader.read(request) }
    try await FakeToolkit.compileWeather(
      in: fixture, FakeToolkit.weather.replacing("\"calm\"", with: "\"breeze\""))
    let uses = await outsideOfTasks { reader.read(request) }
    #expect(uses.uses.map(\.name) == ["storm.begin", "premain", "breeze"])
    #expect(uses.gaps == [])
    #expect(texts.count == 3)
  }

  @Test func `A source that was changed after the build is read, and is a gap`() async throws {
    let fixture = try await FakeToolkit.makeProgram()
    let path = fixture.folder.path("Weather.swift")
    // Lines have moved: the index has nothing at the new ones.
    _ = try fixture.folder.write("\n" + FakeToolkit.weather, to: "Weather.swift")
    try FileManager.default.setAttributes(
      [.modificationDate: Date.now + 60], ofItemAtPath: path)
    let uses = await read(fixture)
    #expect(uses.uses.map(\.name) == ["storm.begin", "premain", "calm"])
    #expect(uses.uses.first?.location?.line == 5)
    #expect(
      uses.gaps == ["'\(path)' was changed after the compiler wrote its index: build again."])
  }

  @Test func `Sources that are gone are a gap, and their uses are not known`() async throws {
    let fixture = try await FakeToolkit.makeProgram()
    for name in ["Plain.swift", "Weather.swift"] {
      try FileManager.default.removeItem(atPath: fixture.folder.path(name))
    }
    let uses = await read(fixture)
    #expect(uses.uses == [])
    #expect(
      uses.gaps == [
        """
        '\(fixture.folder.path("Plain.swift"))' and 1 other source were removed after the compiler \
        wrote its index: build again.
        """
      ])
  }

  @Test func `A damaged record is a gap, and its source is read without it`() async throws {
    let fixture = try await FakeToolkit.makeProgram()
    let store = try IndexStore(path: fixture.store, library: IndexLibrary.open())
    let unit = try #require(
      store.unitNames.map { try store.unit(named: $0) }
        .first { $0.mainFile.hasSuffix("/Weather.swift") })
    let file = try #require(fixture.file(named: unit.records[0]))
    try Data(contentsOf: file).prefix(100).write(to: file)
    let uses = await read(fixture)
    #expect(uses.uses.map(\.name) == ["storm.begin", "premain", "calm"])
    #expect(uses.gaps.count == 1)
    #expect(uses.gaps.first?.contains("the record '\(unit.records[0])'") == true)
  }

  @Test func `Without a store, uses were not read`() async throws {
    let fixture = try IndexFixture()
    let named = await read(fixture)
    #expect(named.uses == [])
    #expect(named.gaps.count == 1)
    #expect(
      named.gaps.first?.hasPrefix(
        "Uses were not read: no index store is at '\(fixture.store)'.") == true)
    let program = fixture.folder.path("program")
    let found = await outsideOfTasks {
      UseReader().read(UseRequest(programs: [program]))
    }
    #expect(
      found.gaps.first?.hasPrefix(
        "Uses were not read: no index store is beside '\(program)'.") == true)
  }

  @Test func `Without the library, uses were not read`() async throws {
    let gaps = await read(try IndexFixture(), library: "/nowhere/libIndexStore.so").gaps
    #expect(gaps.count == 1)
    #expect(
      gaps.first?.hasPrefix(
        "Uses were not read: the library '/nowhere/libIndexStore.so' of the compiler's index")
        == true)
  }
}
