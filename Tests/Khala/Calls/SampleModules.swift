import Khala

/// A routing class with the signatures that Khala's users know.
@KhalaModule
final class CallSample {
  func server(_ info: [String: Any]) -> Int {
    (info["value"] as? Int) ?? (info["value"] as? String).flatMap(Int.init) ?? 0
  }

  func forClosure(_ closure: KhalaClosure) {
    closure(["value": #function])
  }

  func forClosures(_ success: KhalaClosure, failure: KhalaClosure) {
    success(["success": #function])
    failure(["failure": #function])
  }

  func server6(
    _ success: KhalaClosure, failure: KhalaClosure, info: [String: Any], complete: KhalaClosure
  ) -> Int {
    success(["order": 1])
    failure(["order": 2])
    complete(["order": 3])
    return info.count
  }

  func typed(value: Int, name: String? = nil) throws -> String {
    "\(value) \(name ?? "nobody")"
  }

  func failing() throws { throw Mishap() }

  @Route("users/{id:Int}/posts/{slug}")
  func show(id: Int, slug: String) -> String { "\(id): \(slug)" }

  var description: String { "CallSample" }

  /// A function of the main actor, in a class that belongs to none.
  @MainActor func onMain(value: Int, _ closure: KhalaClosure?) throws -> Int {
    MainActor.assertIsolated()
    guard value >= 0 else { throw Mishap() }
    closure?(["value": value])
    return value
  }

  @MainActor var title: String { "CallSample" }

  func nested() throws { try Khala(str: "kl://CallSample/failing")!.call(as: Void.self) }

  struct Mishap: Error {}

  init() {}
}

/// One that belongs to the main actor.
@KhalaModule("CallScreen")
@MainActor
final class CallSampleScreen: KhalaProtocol {
  private var visits = 0

  func visit() -> Int {
    visits += 1
    return visits
  }

  init() {}
}

/// One whose state an actor keeps.
@KhalaModule
actor CallSampleCounter {
  @MainActor func onMain() -> String { "main" }

  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }

  init() {}
}
