// A route that is added at run time belongs to the main actor.
// Mark the closure `async`, so that calls wait for it: `{ @MainActor arguments async throws in … }`.
import Khala

func add() throws {
  try Khala.route("kl://cart/count") { @MainActor arguments in
    // 38: error in mode 6: converting function value of type '@MainActor @Sendable (KhalaArguments)
    //   -> Int' to '@Sendable (KhalaArguments) throws -> Int' loses global actor 'MainActor'
    // 38: warning in mode 5: converting function value of type '@MainActor @Sendable
    //   (KhalaArguments) -> Int' to '@Sendable (KhalaArguments) throws -> Int' loses global actor
    //   'MainActor'; this is an error in the Swift 6 language mode
    arguments.info.count
  }
}
