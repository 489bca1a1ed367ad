import Foundation
import ProgramTestSupport
import Testing

/// Two declarations of one key where only one may be.
@Suite(.linkMatrix, .enoughTime)
struct UniqueKeyTests {
  @Test(
    arguments: ["gold", "lld", "bfd"],
    [["-Onone"], ["-O", "-whole-module-optimization", "-Xlinker", "--gc-sections"]])
  func `Two modules that claim one key do not link`(
    linker: String, options: [String]
  ) async throws {
    let workshop = try await Workshop("Unique")
    let objects = try await modules(in: workshop, options: options)
    let result = try await workshop.linking(
      "Main", objects, options: options + ["-use-ld=\(linker)"]
    ).result()
    #expect(!result.succeeded)
    #expect(result.errors.contains("modkit$shop$/home"))
    #expect(result.errors.contains(/duplicate symbol|multiple definition/))
  }

  @Test func `A module that claims one key twice does not compile`() async throws {
    let workshop = try await Workshop("Unique")
    let result = try await workshop.compilation(
      of: "Twice", [Fixture.file("Unique/Twice.swift")]
    ).result()
    #expect(!result.succeeded)
    #expect(result.errors.contains("multiple definitions of symbol 'modkit$shop$/home'"))
  }

  @Test func `Two images that claim one key are a problem with both source locations`() async throws
  {
    let workshop = try await Workshop("Unique")
    let objects = try await modules(in: workshop, options: [])
    let library = try await workshop.library("South", [objects[1]])
    let lines = try await workshop.executable(
      "Main", [objects[0], objects[2]], toolkit: .shared
    ).run([library.path]).lines
    #expect(
      lines.prefix(2) == ["shop:/home (North/Home.swift:3)", "shop:/home (South/Home.swift:3)"])
    try #require(lines.count == 3)
    #expect(
      lines[2].hasPrefix(
        """
        problem duplicateKey: shop:/home is declared at North/Home.swift:3 and \
        South/Home.swift:3, but this key must be unique
        """))
  }

  @Test(arguments: ["Event", "Timer", "Notification"])
  func `Two modules with a task of one name do not link, whatever triggers the tasks`(
    other: String
  ) async throws {
    let workshop = try await Workshop("Unique", .init(extent: .taskKit))
    async let event = workshop.compile("North", [Fixture.file("Unique/EventTask.swift")])
    async let second = workshop.compile("South", [Fixture.file("Unique/\(other)Task.swift")])
    async let main = workshop.compile("Main", [Fixture.file("Raw/Loader.swift")])
    let objects = try await event + second + main
    let result = try await workshop.linking("Main", objects).result()
    #expect(!result.succeeded)
    #expect(result.errors.contains("modkit$task$refresh"))
    #expect(result.errors.contains(/duplicate symbol|multiple definition/))
    #expect(!result.errors.contains("undefined"), "\(result.errors)")
  }

  /// Two modules with one key, and a main module.
  private func modules(in workshop: Workshop, options: [String]) async throws -> [URL] {
    async let north = workshop.compile(
      "North", [Fixture.file("Unique/Home.swift")], options: options)
    async let south = workshop.compile(
      "South", [Fixture.file("Unique/Home.swift")], options: options)
    async let main = workshop.compile(
      "Main", [Fixture.file("Raw/Loader.swift")], options: options)
    return try await north + south + main
  }
}
