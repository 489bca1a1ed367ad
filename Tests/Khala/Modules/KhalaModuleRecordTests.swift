import ModularityTestSupport
import SectionRegistry
import Testing

@testable import Khala

@KhalaModule("Record.Plain") final class PlainModule {
  func server(value: Int, name: String = "Ada") -> String { "\(name) \(value)" }
  func told(_ success: KhalaClosure, _ info: [String: Any], failure: KhalaClosure?) -> Int {
    success(["success": #function])
    failure?(["failure": #function])
    return info.count
  }
  func nothing() {}
  func maybe(value: Int?) -> Int? { value }
  func later(value: Int) async throws -> Int {
    await Task.yield()
    return value + 1
  }
  var property: [Double] { [66.66] }
  @Route("plain/{value:Int}", priority: 2, schemes: "kl", "https") func routed(value: Int) {}
  #if !EXCLUDED
    func conditional() -> Int { 1 }
  #else
    func conditional() -> Int { 2 }
  #endif
}

@KhalaModule("Record.Screen") @MainActor final class ScreenModule {
  var count = 0
  func add(value: Int) -> Int {
    MainActor.preconditionIsolated()
    count += value
    return count
  }
  func later(info: [String: Any]) async -> Int {
    count += info.count
    return count
  }
}

@KhalaModule("Record.Account") actor AccountModule {
  var balance = 0
  func pay(amount: Int, words: [String] = []) -> Int {
    balance += amount
    return balance
  }
  nonisolated func free() -> Int { 1 }
}

@KhalaModule("Record.PerCall", exports: .marked, lifetime: .perCall) class PerCallModule {
  var count = 0
  @KhalaExported func next() -> Int {
    count += 1
    return count
  }
  func hidden() {}
}

extension KhalaStore {
  class func answer(value: Int) -> Int { value }
}

@Suite struct KhalaModuleRecordTests {
  private func module(
    _ name: String
  ) throws -> (record: __KhalaModuleRecord, owner: RoutingClass) {
    let record = try #require(
      SectionRegistry.records(of: "khla").first { $0.key == "Record.\(name)" })
    let module = try #require(record.load(as: __KhalaModuleRecord.self))
    return (module, RoutingClass(module))
  }

  private func arguments(
    _ params: [AnyHashable: Any] = [:], closures: [KhalaClosure] = []
  ) -> __KhalaArguments {
    __KhalaArguments(function: "f", params: params, closures: closures)
  }

  private func call(
    _ name: String, on owner: RoutingClass, _ instance: AnyObject, _ arguments: __KhalaArguments
  ) throws -> Any? {
    let function = try #require(owner.functions.first { $0.name == name })
    guard case .sync(let body) = function.body else {
      Issue.record("'\(name)' suspends")
      return nil
    }
    return try body(instance, arguments)
  }

  @Test func `A class is found with its functions in the order of the source`() throws {
    let (record, owner) = try module("Plain")
    #expect(ObjectIdentifier(record.type) == ObjectIdentifier(PlainModule.self))
    #expect(record.lifetime == .cached)
    #expect(record.isolation == nil)
    #expect(
      owner.functions.map(\.name) == [
        "server", "told", "nothing", "maybe", "later", "property", "routed", "conditional",
      ])
    #expect(
      owner.functions[0].parameters == [
        .value("value", type: "Int", isRequired: true),
        .value("name", type: "String", isRequired: false),
      ])
    #expect(
      owner.functions[1].parameters == [
        .closure(isRequired: true), .info, .closure(isRequired: false),
      ])
    #expect(
      owner.functions[6].routes == [
        __KhalaRoute("plain/{value:Int}", priority: 2, schemes: ["kl", "https"])
      ])
  }

  @Test func `Functions of a class receive their arguments`() throws {
    let (_, owner) = try module("Plain")
    let instance = owner.instance.current().value
    #expect(
      try call("server", on: owner, instance, arguments(["value": 64])) as? String == "Ada 64")
    #expect(try call("nothing", on: owner, instance, arguments()) == nil)
    #expect(try call("maybe", on: owner, instance, arguments()) == nil)
    #expect(try call("maybe", on: owner, instance, arguments(["value": "5"])) as? Int == 5)
    #expect(try call("property", on: owner, instance, arguments()) as? [Double] == [66.66])
    #expect(try call("conditional", on: owner, instance, arguments()) as? Int == 1)
    let error = #expect(throws: KhalaArgumentError.self) {
      try call("server", on: owner, instance, arguments(["value": "many"]))
    }
    #expect(error?.parameter == "value")
  }

  @Test func `Closures are passed in order, wherever the dictionary is`() throws {
    let (_, owner) = try module("Plain")
    let told = EventRecorder<String>()
    let closures: [KhalaClosure] = [
      { told.record("first \($0.keys.sorted())") }, { told.record("second \($0.keys.sorted())") },
    ]
    let arguments = arguments(["a": 1], closures: closures)
    #expect(try call("told", on: owner, owner.instance.current().value, arguments) as? Int == 1)
    #expect(told.events == [#"first ["success"]"#, #"second ["failure"]"#])
  }

  @Test func `An async function can be called from anywhere`() async throws {
    let (_, owner) = try module("Plain")
    let function = try #require(owner.functions.first { $0.name == "later" })
    guard case .async(let body) = function.body else {
      Issue.record("'later' does not suspend")
      return
    }
    let arguments = __KhalaArguments(function: "f", params: ["value": 1])
    #expect(try await body(owner.instance.current().value, arguments) as? Int == 2)
  }

  @Test func `A class of the main actor is marked, and its table is available anywhere`()
    async throws
  {
    let (record, owner) = try module("Screen")
    #expect(record.isolation === MainActor.shared)
    #expect(owner.functions.map(\.name) == ["add", "later"])
    let count = try await MainActor.run {
      let instance = owner.instance.current().value
      _ = try call("add", on: owner, instance, arguments(["value": 2]))
      return try call("add", on: owner, instance, arguments(["value": 3])) as? Int
    }
    #expect(count == 5)
  }

  @Test func `The functions of an actor run on it`() async throws {
    let (record, owner) = try module("Account")
    #expect(record.isolation == nil)
    let instance = owner.instance.current().value
    guard case .async(let body) = owner.functions[0].body else {
      Issue.record("'pay' does not suspend")
      return
    }
    for _ in 1...2 {
      let arguments = __KhalaArguments(
        function: "f", queryValues: [("amount", "5"), ("words", "a")])
      _ = try await body(instance, arguments)
    }
    #expect(await (instance as? AccountModule)?.balance == 10)
    #expect(try call("free", on: owner, instance, arguments()) as? Int == 1)
  }

  @Test func `With explicit export, only marked functions are routes`() throws {
    let (record, owner) = try module("PerCall")
    #expect(record.lifetime == .perCall)
    #expect(owner.functions.map(\.name) == ["next"])
    #expect(try call("next", on: owner, owner.instance.current().value, arguments()) as? Int == 1)
    #expect(try call("next", on: owner, owner.instance.current().value, arguments()) as? Int == 1)
  }

  @Test func `The store takes functions written by hand`() {
    #expect(KhalaStore.answer(value: 46) == 46)
  }
}

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
