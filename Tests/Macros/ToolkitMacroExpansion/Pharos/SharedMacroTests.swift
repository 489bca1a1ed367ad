import Testing
import ToolkitMacroExpansion
import ToolkitMacroTestSupport

@Suite struct SharedMacroTests {
  private func expand(_ source: String) -> MacroExpansion {
    MacroExpansion(of: source, macros: ["Shared": SharedMacro.self], module: "Cart")
  }

  @Test func `A property gets a relay beside it`() {
    let expansion = expand(
      """
      final class Cart {
        @Shared public static var count: Int = 0
      }
      """)
    #expect(expansion.diagnostics.isEmpty, "\(expansion)")
    let source = expansion.expandedSource.onOneLine
    #expect(source.contains("get { countRelay.value }"), "\(expansion)")
    #expect(source.contains("set { countRelay.set(newValue) }"), "\(expansion)")
    #expect(
      source.contains("public static let countRelay = Pharos::SharedRelay<Int>(0)"), "\(expansion)")
  }

  @Test(arguments: [
    ("class Cart { @Shared let count = 0 }", "is for a property of its own"),
    ("class Cart { @Shared var count: Int { 0 } }", "is for a property of its own"),
    ("class Cart { @Shared var count: Int }", "needs an initial value"),
  ])
  func `Declarations without a value to share are rejected`(source: String, message: String) {
    let expansion = expand(source)
    #expect(expansion.diagnostics.count == 1, "\(expansion)")
    #expect(expansion.diagnostics.first?.message.contains(message) == true, "\(expansion)")
  }
}
