import Khala

// What the bodies that `@KhalaCall` writes call.

enum Khala {
  static func __call<Result>(
    _ url: String, _ values: [(String, Any?)], info: KhalaInfo? = nil,
    closures: [KhalaClosure?] = [], as type: Result.Type
  ) throws -> Result {
    throw Failure()
  }

  static func __callAsync<Result>(
    _ url: String, _ values: [(String, (any Sendable)?)], info: sending KhalaInfo? = nil,
    closures: [KhalaClosure?] = [], as type: Result.Type
  ) async throws -> sending Result {
    throw Failure()
  }

  struct Failure: Error {}
}
