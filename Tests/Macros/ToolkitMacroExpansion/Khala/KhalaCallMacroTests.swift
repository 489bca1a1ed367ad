import Declarations
import Testing
import ToolkitMacroTestSupport

@Suite struct KhalaCallMacroTests {
  private static let functions: [(signature: String, body: String)] = [
    (
      "f(value: Int) throws -> Int",
      #"return try Khala::Khala.__call("kl://A/f", [("value", value)], as: Int.self)"#
    ),
    ("f() throws", #"return try Khala::Khala.__call("kl://A/f", [], as: Swift::Void.self)"#),
    ("f() throws -> ()", #"return try Khala::Khala.__call("kl://A/f", [], as: Swift::Void.self)"#),
    (
      "f() throws(FeedError)",
      """
      return try Khala::Khala.__call("kl://A/f", [], as: Swift::Void.self, \
      throwing: FeedError.self)
      """
    ),
    (
      "f() throws(any Error)",
      #"return try Khala::Khala.__call("kl://A/f", [], as: Swift::Void.self)"#
    ),
    (
      "f(a: Int, line: Int = #line, at file: String = #fileID) throws(A.B) -> Int",
      """
      return try Khala::Khala.__call("kl://A/f", [("a", a)], as: Int.self, throwing: (A.B).self, \
      fileID: file, line: line)
      """
    ),
    (
      "f(_ a: Int, for b: [String]?) async throws -> (Int, String)?",
      """
      return try await Khala::Khala.__callAsync("kl://A/f", [("a", a), ("for", b)], \
      as: ((Int, String)?).self)
      """
    ),
    (
      "f(_ info: KhalaInfo, done: @escaping KhalaClosure, `class`: Int) throws -> [Int]",
      """
      return try Khala::Khala.__call("kl://A/f", [("class", `class`)], info: info, closures: [done], \
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

  @Test func `The record has the signature that the function expects`() throws {
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
        {"async":true,"closures":1,"func":"f","info":true,"isolation":"nonisolated","parameters":[{"name":"value","type":"Int"},\
        {"name":"name","optional":true,"type":"String?"},\
        {"name":"p","optional":true,"type":"Optional<P>"}],"result":"[Int]"}
        """)
    #expect(
      record.accessor == """
        return unsafe Khala::__KhalaRecord.contract(__out, __type, "kl://A/f", \
        [("value", Int.self), ("name", (String?).self), ("p", Optional<P>.self)], closures: 1, \
        result: ([Int]).self, isAsync: true)
        """)
  }

  /// Declarations and where their function `f` is called; nothing if syntax does not tell.
  private static let isolations: [(source: String, isolation: String?)] = [
    ("extension KhalaStore { % static func f() throws }", "nonisolated"),
    ("extension Khala.KhalaStore { % static func f() throws }", "nonisolated"),
    ("extension KhalaStore { % @MainActor static func f() throws }", "MainActor"),
    ("@MainActor extension KhalaStore { % static func f() throws }", "MainActor"),
    ("@MainActor extension KhalaStore { % nonisolated static func f() throws }", "nonisolated"),
    ("extension KhalaStore { % @Swift.MainActor static func f() throws }", "MainActor"),
    ("extension KhalaStore { % @ImageActor static func f() throws }", "ImageActor"),
    ("enum Calls { % static func f() throws }", "nonisolated"),
    ("@MainActor final class Screen { % func f() throws }", "MainActor"),
    ("@MainActor enum Outer { enum Calls { % static func f() throws } }", "nonisolated"),
    ("actor Store { % func f() throws }", "actor"),
    ("actor Store { % static func f() throws }", "nonisolated"),
    // What these are is written elsewhere.
    ("extension Screen { % func f() throws }", nil),
    ("final class Screen: Controller { % func f() throws }", nil),
    ("final class Screen: Controller { % nonisolated func f() throws }", "nonisolated"),
  ]

  @Test(arguments: isolations)
  func `The record has the isolation in which the function is called`(
    row: (source: String, isolation: String?)
  ) throws {
    let source = row.source.replacing("%", with: #"@KhalaCall("kl://A/f")"#)
    let record = try expandKhala(source).record()
    let isolation = row.isolation.map { #""isolation":"\#($0)","# } ?? ""
    #expect(record.detail == #"{"func":"f",\#(isolation)"parameters":[]}"#)
  }

  /// Contracts, and the stubs that are declared beside them.
  private static let stubs: [(contract: String, stub: String?)] = [
    (
      "enum Calls { % static func f(id: Int) throws -> Int }",
      """
      nonisolated static func f( stub answer: @escaping @Sendable (Int) throws -> Int, \
      fileID: Swift::String = #fileID, line: Swift::Int = #line ) -> Khala::KhalaStub<(Int)> { \
      return Khala::KhalaStub( __url: "kl://A/f", fileID: fileID, line: line, \
      arguments: { arguments in (try arguments.value("id")) }, answer: answer) }
      """
    ),
    (
      "extension KhalaStore { % public static func f() throws }",
      """
      internal nonisolated static func f( stub answer: @escaping @Sendable () throws -> \
      Swift::Void, fileID: Swift::String = #fileID, line: Swift::Int = #line ) -> \
      Khala::KhalaStub<()> { return Khala::KhalaStub( __url: "kl://A/f", fileID: fileID, \
      line: line, arguments: { _ in () }, answer: { _ in try answer() }) }
      """
    ),
    (
      """
      public extension KhalaStore {
        % @available(macOS 26, *) static func f(_ a: Int, b: String?) async throws(E) -> [Int]
      }
      """,
      """
      @available(macOS 26, *) internal nonisolated static func f( stub answer: @escaping \
      @Sendable (Int, String?) async throws(E) -> [Int], fileID: Swift::String = #fileID, \
      line: Swift::Int = #line ) -> Khala::KhalaStub<(Int, String?)> { return \
      Khala::KhalaStub( __url: "kl://A/f", fileID: fileID, line: line, arguments: { arguments in \
      (try arguments.value("a"), try arguments.value("b")) }, \
      asyncAnswer: { try await answer($0.0, $0.1) }) }
      """
    ),
    ("% private func f() throws", "private nonisolated func f( stub answer:"),
    ("struct S { % func f() throws }", nil),
    ("enum Calls { % static func f(_ info: KhalaInfo) throws }", nil),
    ("enum Calls { % static func f(done: @escaping KhalaClosure) throws }", nil),
  ]

  @Test(arguments: stubs)
  func `A stub with the types of the contract is declared beside it`(
    row: (contract: String, stub: String?)
  ) {
    let source = row.contract.replacing("%", with: #"@KhalaCall("kl://A/f")"#)
    let expansion = expandKhala(source)
    #expect(expansion.diagnostics.isEmpty, "\(expansion)")
    #expect(expansion.syntaxErrors.isEmpty, "\(expansion)")
    // Where an expansion breaks its lines does not matter.
    let text = expansion.expandedSource.filter { !$0.isWhitespace }
    if let stub = row.stub {
      #expect(text.contains(stub.filter { !$0.isWhitespace }), "\(expansion)")
    } else {
      #expect(!text.contains("KhalaStub"), "\(expansion)")
    }
  }
}
