// The function of a callback, without what the compiler knows of its isolation, so that code
// that runs on the main actor can call it without checking that once more.
//
// The only caller gives the result to a ``SyncBody``, which is called on the main actor only.
// The standard library's `assumeIsolated(_:)` casts in the same way.

/// Returns a function of the main actor without its isolation.
///
/// Both types have one representation: a global actor is part of the type only, and a
/// synchronous function is called in the same way on every actor.
func withoutMainActor(
  _ body: @escaping @MainActor @Sendable (RheaContext) throws -> Void
) -> @Sendable (RheaContext) throws -> Void {
  unsafe unsafeBitCast(body, to: (@Sendable (RheaContext) throws -> Void).self)
}
