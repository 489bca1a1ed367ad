import Foundation
import ModularityTestSupport
import ProgramTestSupport
import SourceInspection
import Testing

struct DamagedIndexTests {
  @Test func `A damaged index store ends a process and not this one, which says so`() async throws {
    let fixture = try await FakeToolkit.makeProgram()
    let request = UseRequest(store: fixture.store)
    let reader = HostileSourceTests.reader()
    let files = try #require(
      FileManager.default.enumerator(
        at: URL(filePath: fixture.store), includingPropertiesForKeys: [.isRegularFileKey])?
        .compactMap { $0 as? URL }
        .filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true }
        .filter { $0.path.contains("/Weather") || $0.path.contains("/Names") }
        .sorted { $0.path < $1.path })
    var random = SeededGenerator(seed: 11)
    var ended: String?
    for _ in 0..<1_000 where ended == nil {
      let file = try #require(files.randomElement(using: &random))
      let whole = try Data(contentsOf: file)
      var damaged = whole
      for _ in 0..<([1, 2, 4, 16].randomElement(using: &random) ?? 1) {
        let bit = UInt8(1) << UInt8.random(in: 0...7, using: &random)
        damaged[Int.random(in: 4..<whole.count, using: &random)] ^= bit
      }
      try damaged.write(to: file)
      let uses = await outsideOfTasks { reader.read(request) }
      ended = uses.gaps.first { $0.contains("build") && $0.contains("crashed") }
      #expect(ended == nil || !uses.areKnown)
      try whole.write(to: file)
    }
    let message = try #require(ended, "The library bears all that was tried.")
    #expect(message.hasPrefix("Uses were not read: the library that reads the index store"))
    #expect(message.contains("'\(fixture.store)'"))
    #expect(message.contains("remove it and build again"))
    let whole = await outsideOfTasks { reader.read(request) }
    #expect(whole.uses.count == 3)
  }

  @Test func `A source that exhausts the parser is left out of the uses, and the others are read`()
    async throws
  {
    let fixture = try await FakeToolkit.makeProgram()
    let text = try String(contentsOfFile: fixture.folder.path("Names.swift"), encoding: .utf8)
    _ = try fixture.folder.write(
      text + String(repeating: "[", count: 400), to: "Names.swift")
    let reader = HostileSourceTests.reader()
    let uses = await outsideOfTasks { reader.read(UseRequest(store: fixture.store)) }
    #expect(uses.areKnown)
    #expect(uses.constants.isEmpty)
    #expect(uses.uses.count == 3)
    #expect(uses.gaps.contains { $0.contains("Names.swift' cannot be read: parsing it takes") })
  }
}
