import KhalaRoutes
import ModularityTestSupport
import Testing

@testable import Khala

@Suite struct KhalaArgumentsTests {
  @Test func `The dictionary has the first value of each name, given values before the query`() {
    let arguments = __KhalaArguments(
      function: "f", params: ["a": 1, 5: "five"],
      queryValues: [("a", "x"), ("b", "1"), ("b", "2"), ("flag", nil), ("empty", "")])
    #expect(arguments.info.count == 3)
    #expect(arguments.info["a"] as? Int == 1)
    #expect(arguments.info["b"] as? String == "1")
    #expect(arguments.info["empty"] as? String == "")
    #expect(arguments.anyInfo.count == 4)
    #expect(arguments.anyInfo[5] as? String == "five")
  }

  @Test func `A missing closure does nothing, or is nil`() {
    let arguments = __KhalaArguments(function: "f", closures: [{ _ in }])
    #expect(arguments.optionalClosure(0) != nil)
    #expect(arguments.optionalClosure(1) == nil)
    arguments.closure(1)(["value": 1])
  }

  @Test func `A closure passes on its arguments, from any thread`() async {
    let told = EventRecorder<String>()
    let closure: KhalaClosure = { info in told.record("\(info["value"] as? String ?? "nothing")") }
    await Task.detached { closure(["value": #function]) }.value
    #expect(told.events.count == 1)
  }

  @Test func `The first of several values of a name counts, and a flag has no value`() throws {
    let contents = CallContents(address: try RouteAddress("kl://A/f?a&a=1&a=2&b"))
    #expect(contents.info().mapValues { "\($0)" } == ["a": "1"])
    #expect(contents.firstItem(named: "a") == RouteQueryItem("a"))
    #expect(contents.firstItem(named: "c") == nil)
  }
}

extension KhalaArguments {
  /// What came with a call, from values alone.
  init(
    function: String, params: [AnyHashable: Any] = [:],
    queryValues: [(name: String, value: String?)] = [], closures: [KhalaClosure] = []
  ) {
    let target = RouteTarget(
      .sync { _, _ in nil }, name: function, location: CodeLocation(fileID: #fileID, line: #line))
    self.init(
      for: target,
      contents: CallContents(
        address: .root, given: params,
        otherItems: queryValues.map { RouteQueryItem($0.name, $0.value) }),
      closures: closures)
  }
}
