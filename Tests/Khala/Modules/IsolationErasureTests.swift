import Testing

@testable import Khala

@Suite struct IsolationErasureTests {
  private final class Module {}

  @MainActor
  private final class Screen {
    static func table() -> __KhalaTable<Screen> {
      __KhalaTable(make: Screen.init, functions: [])
    }
  }

  private static func table() -> __KhalaTable<Module> {
    __KhalaTable(make: Module.init, functions: [])
  }

  @Test func `The table of a nonisolated function can be made`() async {
    let make = withoutIsolation(Self.table)
    #expect(await Task.detached { make().functions.isEmpty }.value)
  }

  @Test func `The table of an actor's function can be made on any thread`() async {
    let make = withoutIsolation(Screen.table)
    #expect(await Task.detached { make().functions.isEmpty }.value)
  }
}
