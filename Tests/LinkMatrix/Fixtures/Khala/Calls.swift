import Khala

extension KhalaStore {
  @KhalaCall("kl://AModule/server")
  static func aModule_server(value: Int) throws -> Int
  @KhalaCall("kl://AModule/server")
  static func optional(_ value: Int?, name: String? = nil) throws -> [String: Int]?
  @KhalaCall("kl://AModule/work") static func nothing() throws
  @KhalaCall("kl://AModule/work") static func void(in place: String) throws -> Void
  @KhalaCall("kl://AModule/later")
  static func later(value: Int, names: [String]) async throws -> (Int, String)
  @KhalaCall("kl://AModule/told")
  static func told(
    _ info: KhalaInfo, success: @escaping KhalaClosure, failure: @escaping KhalaClosure
  ) throws -> Int
  @KhalaCall("kl://AModule/view") @MainActor static func onMain(value: Int) throws -> Object
  @KhalaCall("kl://AModule/view")
  @discardableResult static func open(`class`: Int) throws -> (Int) -> Int
  @KhalaCall("https://users.example/all/names") class func names() throws -> any Sendable
  @KhalaCall("kl://AModule/any")
  static func `any name`(`for whom` value: Int, `and why`: String?) throws
}

enum Calls {
  @KhalaCall("kl://AModule/later")
  static func later(_ info: sending KhalaInfo, done: KhalaClosure?) async throws
  @KhalaCall("kl://AModule/server") static func server(value: Int) async throws -> Int
}

@KhalaCall("kl://AModule/server") func server(value: Int) throws -> Int

class Object {}

func use() async throws {
  let value = try KhalaStore.aModule_server(value: 46)
  let later = try await KhalaStore.later(value: value, names: [])
  print(later.0)
}
