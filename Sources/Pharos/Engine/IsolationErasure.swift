// These functions remove the isolation from the type of an observer's closure, so that code that
// runs on its actor can call it without suspending.
//
// Every caller passes the result and the closure's actor to an ``ActorDelivery``, which calls the
// closure only on that actor. `assumeIsolated(_:)` of the standard library casts in the same way.

/// Returns a closure without its dynamic isolation.
///
/// Both types have one representation: `@isolated(any)` keeps the isolation with the captures,
/// which a call does not read.
@inlinable
func withoutIsolation<Value>(
  _ body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void
) -> @Sendable (Changes<Value>) -> Void {
  unsafe unsafeBitCast(IsolatedClosure(body), to: PlainClosure<Value>.self).body
}

// Closures are cast inside structures. Generic code uses another calling convention for closures,
// so casting a closure directly would wrap it in two further closures. Each of them costs an
// allocation and a call.

/// A closure with its dynamic isolation, to be cast to a ``PlainClosure``.
@usableFromInline
struct IsolatedClosure<Value> {
  @usableFromInline let body: @isolated(any) @Sendable (Changes<Value>) -> Void

  @inlinable
  init(_ body: @escaping @isolated(any) @Sendable (Changes<Value>) -> Void) {
    self.body = body
  }
}

/// A closure without its dynamic isolation.
@usableFromInline
struct PlainClosure<Value> {
  @usableFromInline let body: @Sendable (Changes<Value>) -> Void
}

/// Returns a closure that takes no arguments, without its dynamic isolation.
///
/// Both types have one representation, as above.
func withoutIsolation(
  _ body: @escaping @isolated(any) @Sendable () -> Void
) -> @Sendable () -> Void {
  unsafe unsafeBitCast(body, to: (@Sendable () -> Void).self)
}

/// Returns a closure that also takes an object, without its dynamic isolation.
///
/// Both types have one representation, as above.
func withoutIsolation<Object: AnyObject, Value>(
  _ body: @escaping @isolated(any) @Sendable (Object, Changes<Value>) -> Void
) -> @Sendable (Object, Changes<Value>) -> Void {
  unsafe unsafeBitCast(body, to: (@Sendable (Object, Changes<Value>) -> Void).self)
}

/// Returns a closure of the main actor without its isolation.
///
/// Both types have one representation: a global actor is part of the type only.
func withoutMainActor<Value>(
  _ body: @escaping @MainActor (Changes<Value>) -> Void
) -> (Changes<Value>) -> Void {
  unsafe unsafeBitCast(body, to: ((Changes<Value>) -> Void).self)
}

/// Returns a closure that is isolated to its first argument, without that isolation.
///
/// Both types have one representation: `isolated` changes how a caller switches to the actor, and
/// not how a synchronous function takes the argument.
func withoutActor<Object: Actor, Value>(
  _ body: @escaping (isolated Object, Changes<Value>) -> Void
) -> (Object, Changes<Value>) -> Void {
  unsafe unsafeBitCast(body, to: ((Object, Changes<Value>) -> Void).self)
}
