import Khala
import ModularityTestSupport
import Testing

/// The tests that the original has, with its values; its sixth was empty.
@Suite struct UpstreamTests {
  @Test func `A property is a route, and its value comes with its type`() throws {
    // In the original this ran for ever.
    #expect(try Khala(str: "kl://SwiftClass/string")!.call(as: String.self) == "test.test.ios")
    #expect(try Khala(str: "kl://SwiftClass/double")!.call(as: Double.self) == 66.66)
    #expect(try Khala(str: "kl://SwiftClass/int")!.call(as: Int.self) == 55)
    #expect(try Khala(str: "kl://SwiftClass/float")!.call(as: Float.self) == 44.44)
    #expect(try Khala(str: "kl://SwiftClass/bool")!.call(as: Bool.self))
    let array = try Khala(str: "kl://SwiftClass/array")!.call(as: [Any].self)
    #expect(array[0..<3].map { $0 as? String } == ["value1", "value2", "value3"])
    #expect(array[3] as? Int == 5431)
    #expect(array[4] as? Double == 54.45)
    let dict = try Khala(str: "kl://SwiftClass/dict")!.call(as: [String: Any].self)
    #expect(dict.count == 3)
    #expect(dict["value"] as? Int == 46)
    #expect(dict["style"] as? Int == 1)
    #expect(dict["marketIid"] as? String == "model.marketIid")
  }

  @Test func `A function takes the values of the query, or a closure`() {
    #expect(Khala(str: "kl://SwiftClass/functionForDict?name=ada")?.call() as? Bool == true)
    let told = EventRecorder<String>()
    let result = Khala(str: "kl://SwiftClass/functionForBlock")?.call(block: { info in
      told.record("\(info)")
    })
    #expect(result as? Bool == true)
    #expect(told.events == [#"["name": "functionForBlock(_:)"]"#])
  }

  @Test func `Functions receive their parameters, and closures in order`() throws {
    let told = EventRecorder<String>()
    let success: KhalaClosure = { info in
      told.record("\(info["type"] ?? "nothing") \(info["test"] ?? "nothing")")
    }
    #expect(Khala(str: "kl://SwiftClass/definition1?test=666")?.call() as? String == "definition1")
    #expect(Khala(str: "kl://SwiftClass/definition2?test=666")?.call() as? Int == 1)
    try Khala(str: "kl://SwiftClass/definition3?test=666")!.call(as: Void.self, blocks: [success])
    #expect(told.events == ["success 666"])
    told.reset()
    try Khala(str: "kl://SwiftClass/definition5?test=666")!.call(
      as: Void.self, blocks: [success, success])
    #expect(told.events == ["success 666", "failure 666"])
    #expect(
      try Khala(str: "kl://SwiftClass/notfound?url=https://a.example")!.call(as: String.self)
        == "https://a.example 1")
  }

  // In processes of their own, in which nothing else has been called.

  @Test func `A class that has been called receives notifications`() async {
    await #expect(processExitsWith: .success) {
      #expect(KhalaNotify(str: "kl://double?test=666")?.call().isEmpty == true)
      Khala(str: "kl://SwiftClass/double")?.call()
      let answers = KhalaNotify(str: "kl://double?test=666")?.call() as? [Double]
      #expect(answers == [66.66])
    }
  }

  @Test func `Classes that conform to KhalaProtocol are registered all at once`() async {
    await #expect(processExitsWith: .success) {
      #expect(KhalaNotify(str: "kl://double?test=666")?.call().isEmpty == true)
      #expect(Khala.registWithKhalaProtocol().contains("SwiftClass"))
      let answers = KhalaNotify(str: "kl://double?test=666")?.call() as? [Double]
      #expect(answers == [66.66])
    }
  }
}
