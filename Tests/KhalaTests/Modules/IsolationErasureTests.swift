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

  @Test func `A function without an isolation makes its table`() async {
    let make = withoutIsolation(Self.table)
    #expect(await Task.detached { make().functions.isEmpty }.value)
  }

  @Test func `The function of an actor makes its table on any thread`() async {
    let make = withoutIsolation(Screen.table)
    #expect(await Task.detached { make().functions.isEmpty }.value)
  }
}
