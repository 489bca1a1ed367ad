import RecordFormat
import Testing
import ToolkitMacroTestSupport

@Suite struct KhalaCallMacroTests {
  private static let functions: [(signature: String, body: String)] = [
    (
      "f(value: Int) throws -> Int",
      #"return try Khala.__call("kl://A/f", [("value", value)], as: Int.self)"#
    ),
    ("f() throws", #"return try Khala.__call("kl://A/f", [], as: Void.self)"#),
    ("f() throws -> ()", #"return try Khala.__call("kl://A/f", [], as: Void.self)"#),
    (
      "f(_ a: Int, for b: [String]?) async throws -> (Int, String)?",
      """
      return try await Khala.__callAsync("kl://A/f", [("a", a), ("for", b)], \
      as: ((Int, String)?).self)
      """
    ),
    (
      "f(_ info: KhalaInfo, done: @escaping KhalaClosure, `class`: Int) throws -> [Int]",
      """
      return try Khala.__call("kl://A/f", [("class", `class`)], info: info, closures: [done], \
      as: ([Int]).self)
      """
    ),
  ]

  @Test(arguments: functions)
  func `The body calls the route with the parameters by name`(
    row: (signature: String, body: String)
  ) {
    let expansion = expandKhala(
      #"extension KhalaStore { @KhalaCall("kl://A/f") static func \#(row.signature) }"#)
    #expect(expansion.diagnostics.isEmpty, "\(expansion)")
    #expect(expansion.syntaxErrors.isEmpty, "\(expansion)")
    #expect(expansion.expandedSource.onOneLine.contains("{ \(row.body) }"), "\(expansion)")
  }

  @Test func `The record says what the function expects`() throws {
    let record = try #require(
      ExpandedRecord(
        in: expandKhala(
          """
          extension KhalaStore {
            @KhalaCall("kl://A/f")
            static func f(
              value: Int, _ c: KhalaClosure?, name n: String?, _ i: KhalaInfo, p: Optional<P> = nil
            ) async throws -> [Int]
          }
          """)))
    #expect(record.key == "kl://A/f")
    #expect(record.flags == .asynchronous)
    #expect(record.line == 2)
    #expect(
      record.detail == """
        {"async":true,"closures":1,"info":true,"parameters":[{"name":"value","type":"Int"},\
        {"name":"name","optional":true,"type":"String?"},\
        {"name":"p","optional":true,"type":"Optional<P>"}],"result":"[Int]"}
        """)
    #expect(
      record.accessor == """
        return unsafe __KhalaRecord.contract(out, type, "kl://A/f", \
        [("value", Int.self), ("name", (String?).self), ("p", Optional<P>.self)], closures: 1, \
        result: ([Int]).self, isAsync: true)
        """)
  }
}
