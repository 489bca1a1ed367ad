import Khala

// Every signature of a routing function.

@KhalaModule("AModule")
final class AModule {
  func none() -> Int { 1 }
  func server1(info: [String: Any]) -> Int { info.count }
  func server2(_ info: [String: Any]) -> Int { info.count }
  func server3(_ info: KhalaInfo, closure: KhalaClosure) -> Int { info.count }
  func server4(
    _ info: [String: Any], success: KhalaClosure, failure: @escaping KhalaClosure,
    complete: KhalaClosure
  ) -> Int { info.count }
  func server5(
    _ success: @escaping KhalaClosure, failure: KhalaClosure, info: [String: Any],
    complete: KhalaClosure
  ) -> Int { info.count }
  func server6(_ closure: KhalaClosure, _ info: [AnyHashable: Any]) {
    closure(["value": #function])
  }
  func forClosure(_ closure: KhalaClosure) { closure(["value": #function]) }
  func optional(_ info: [String: Any]? = nil, success: KhalaClosure? = nil) -> Bool { true }
  func typed(value: Int, name: String? = nil) throws -> Int { value }
  func labelled(for value: Int, _ other: Double, `in` place: String = "here") -> String { place }
  func defaults(limit: Int = 5, words: [String] = ["a", "b"], other: Int? = 7) -> Int { limit }
  func lists(ids: [Int], names: Array<String>? = nil, odd: Optional<[Bool?]> = nil) -> [Int] { ids }
  func kinds(kind: Kind, color: Color, point: Point, any: Any, both: Both) -> Kind { kind }
  func other(table: [String: Int], plain: NotText) {}
  func later(value: Int) async -> Int { value }
  func fails(value: Int) throws {}
  func failsLater(value: Int, info: [String: Any], closure: @escaping KhalaClosure) async throws {}
  func makeClosure() -> (Int) -> Int { { $0 } }
  func pair() -> (Int, String) { (1, "a") }
  func maybe() -> Int? { nil }
  @discardableResult func discardable() -> Int { 1 }
  @MainActor func onMain(value: Int) -> Int { value }
  func `default`(`self` value: Int) -> Int { value }
  nonisolated func free(value: Int) -> Int { value }
  var property: String { "property" }
  var slow: Int {
    get async throws { 1 }
  }
  @KhalaExported let stored = 1

  // Overloads.
  func over() {}
  func over(a: Int) {}
  func over(b: Int) {}
  func over(_ closure: KhalaClosure) {}

  // What is left out.
  private func hidden<Value>(_ value: Value) {}
  fileprivate func alsoHidden(_ value: inout Int) {}
  static func make<Value>(_ value: Value) {}
  @KhalaIgnored func generic<Value>(_ value: Value) {}
  @KhalaIgnored var ignored: Int { 1 }
  @available(*, unavailable) func gone() {}
  subscript(index: Int) -> Int { index }
  static func == (one: AModule, other: AModule) -> Bool { one === other }

  // Conditions.
  #if DEBUG
    func conditional() -> Int { 1 }
  #elseif os(Linux)
    func conditional() -> Int { 2 }
    @available(macOS 99, iOS 99, *)
    func future(value: Int) -> Int { value }
  #else
    func conditional() -> Int { 3 }
  #endif

  enum Kind: String, Codable { case small, large }
  enum Both: Int { case one = 1 }
}

nonisolated struct Color: RawRepresentable, Sendable { var rawValue: Int }
nonisolated struct Point: Codable, Sendable { var x = 0, y = 0 }
nonisolated struct NotText: Sendable {}

@KhalaModule final class Named { func work() {} }

@KhalaModule(exports: .marked) final class Marked {
  @KhalaExported func open() {}
  func generic<Value>(_ value: Value) {}
}

@KhalaModule(lifetime: .perCall)
class PerCall {
  var count = 0
  func next(value: Int) -> Int {
    count += value
    return count
  }
  func later(value: Int) async -> Int { value }
}

@KhalaModule("Made")
final class Made {
  let value: Int
  init(value: Int) { self.value = value }
  private convenience init() { self.init(value: 5) }
  func get() -> Int { value }
}

@KhalaModule
final class Routed {
  @Route("users/{id:Int}/posts/{slug}", priority: 3, schemes: "kl", "https")
  @Route("users/{id}/{slug?}")
  func post(id: Int, slug: String?) -> String { "" }
  @Route("files/{*rest}") func file(_ info: KhalaInfo) {}
  @Route("kl://pages/{page:Int}/{*names?}")
  func page(page: Int8, names: [String]?, size: Int) {}
  @Route("{flag:Bool}-{id:UUID}.{kind}")
  func mixed(flag: Bool, id: String, kind: Kind, _ done: KhalaClosure) {}
  @Route("{{a}}/100%25/{user-id}", schemes: "kl") func literal(_ info: [String: Any]) {}
  enum Kind: String { case small }
}

// Who may call.

@KhalaModule("Open", access: .external)
final class Open {
  func all(value: Int) -> Int { value }
  @KhalaExported(access: .internal) func own() {}
  @Route("open/{id}") @Route("closed/{id}", access: .internal) func routed(id: Int) {}
}

@KhalaModule("Closed", exports: .marked, lifetime: .perCall, access: KhalaAccess.internal)
final class Closed {
  @KhalaExported(access: .external)
  func external(_ info: KhalaInfo, done: KhalaClosure, more: KhalaClosure?) {}
  @KhalaExported(access: .external) var property: Int { 1 }
  @KhalaExported(access: .external) func later(value: Int) async {}
  @KhalaExported
  @Route("closed/by/{id:Int}", priority: 1, access: .external, schemes: "kl", "https")
  func routed(id: Int) async throws -> Int { id }
}

@KhalaModule(access: .external) actor OpenActor {
  func work(_ info: KhalaInfo, done: KhalaClosure) {}
}

@KhalaModule final class AnyNames {
  func `say "hi" to`(`whom or what` value: Int) {}
  @Route("hi/{whom}") func `hello there`(whom: String) {}
}

class Base { func inherited() {} }
@KhalaModule("Derived", lifetime: .perCall) final class Derived: Base {
  override func inherited() {}
  override init() {}
}

// Actors.

@KhalaModule
@MainActor final class Screen {
  var state = 0
  var title: String { "\(state)" }
  func show(_ info: [String: Any], closure: KhalaClosure) -> NotSendable { NotSendable() }
  func later(value: Int, _ info: [String: Any]) async -> Int { value }
  nonisolated func free() -> Int { 1 }
}

nonisolated class NotSendable {}

@KhalaModule
actor Account {
  private var balance = 0
  let limit = 5
  var total: Int { balance }
  func pay(_ info: [String: Any], amount: Int = 5, words: [String]) -> Int { amount }
  func later(value: NotText) async throws -> Int { 1 }
  nonisolated func free(_ info: [AnyHashable: Any]) -> NotSendable { NotSendable() }
  nonisolated var plain: Int { 1 }
}

@globalActor actor DatabaseActor { static let shared = DatabaseActor() }

@KhalaModule @DatabaseActor final class Store {
  var rows = 0
  func count(info: [String: Any]) -> Int { rows }
  @MainActor func onMain() -> Int { 1 }
}

// Places.

enum Outer {
  @KhalaModule("Outer.Inner") final class Inner { func work(kind: Kind) {} }
  @KhalaModule fileprivate final class Hidden { func work() {} }
  enum Kind: String { case a }
}

@KhalaModule("Private") private final class Private { func work() {} }
@KhalaModule("Public") public final class Public {
  public init() {}
  public func work() {}
}
