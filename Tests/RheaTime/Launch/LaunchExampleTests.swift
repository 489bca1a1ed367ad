import ProgramTestSupport
import Testing

/// What the well-known example programs print.
@Suite(.timeLimit(.minutes(10))) struct LaunchExampleTests {
  @Test func `Three launch events at file scope and in a type run in order around main`()
    async throws
  {
    let result = try await FixtureProgram(name: "RheaFixtureDemo").run()
    #expect(result.lines == ["111", "444", "222", "555", "main", "333", "666"])
    #expect(result.status == 0)
  }

  @Test func `Modules of a shop load by priority, independent of link order`()
    async throws
  {
    let lines = try await FixtureProgram(name: "RheaFixture").run("shop").lines
    let isOffMain = { (line: String) in line.hasPrefix("account, on the main actor") }
    #expect(lines.filter(isOffMain) == ["account, on the main actor: false"])
    #expect(
      lines.filter { !isOffMain($0) } == [
        "account manager, nested",
        "account manager, by name, of 'load'",
        "shop, normal",
        "account, normal",
        "account, very low",
        "shop, premain",
        "main",
        "by its text, with 1",
        "by its constant, with 1",
      ])
  }
}
