import Declarations
import Testing
import ToolkitMacroExpansion
import ToolkitMacroTestSupport

@Suite struct ObserverMacroTests {
  private func expand(_ source: String, file: String = "Badge.swift") -> MacroExpansion {
    MacroExpansion(
      of: source, macros: ["observer": ObserverMacro.self], module: "Cart", file: file)
  }

  private func record(
    _ source: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ExpandedRecord {
    try expand(source).record(sourceLocation: sourceLocation)
  }

  @Test func `A closure at file scope`() throws {
    let record = try record("#observer(of: .cartCount) { changes in show(changes.new) }")
    #expect(record.key == ".cartCount")
    #expect(record.fileID == "Cart/Badge.swift")
    #expect(record.flags == [.unresolvedKey])
    #expect(record.priority == 0)
    #expect(record.detail == "")
    #expect(
      record.accessor == """
        return unsafe Pharos::__ObserverRecord.every(__out, __type, .cartCount, nil, false, { changes \
        in show(changes.new) })
        """)
  }

  @Test func `A function in a type, with all arguments`() throws {
    let record = try record(
      """
      enum Badge {
        #observer(
          of: Keys.cartCount, priority: -3, unique: true, replayingCurrent: true, Badge.show)
      }
      """)
    #expect(record.key == "Keys.cartCount")
    #expect(record.priority == -3)
    #expect(record.detail == #"{"func":"Badge.show","replayingCurrent":true,"unique":true}"#)
    #expect(
      record.accessor == """
        return unsafe Pharos::__ObserverRecord.unique(__out, __type, Keys.cartCount, "Badge.show", \
        true, Badge.show)
        """)
  }

  @Test func `With unique set to false, every change counts`() throws {
    let record = try record("#observer(of: .a, unique: false) { }")
    #expect(record.detail == "")
    #expect(record.accessor.contains("__ObserverRecord.every("))
  }

  @Test(arguments: [
    ("#observer(of: .a)", "the argument 'function' is missing"),
    ("#observer { }", "the argument 'of' is missing"),
    ("#observer(of: .a, priority: rank) { }", "'rank' is not"),
    ("#observer(of: .a, unique: flag) { }", "'unique' must be 'true' or 'false'"),
    ("#observer(of: .a, replayingCurrent: 1) { }", "'replayingCurrent' must be 'true' or 'false'"),
    ("func f() { #observer(of: .a) { } }", "function"),
    ("struct Box<T> { #observer(of: .a) { } }", "generic"),
    ("class Badge { #observer(of: .a) { Self.show() } }", "'Self' cannot be in a declaration"),
  ])
  func `Invalid declarations are rejected`(source: String, message: String) {
    let expansion = expand(source)
    #expect(expansion.diagnostics.count == 1, "\(expansion)")
    #expect(expansion.diagnostics.first?.message.contains(message) == true, "\(expansion)")
  }
}
