// The function that makes the table of a routing class, without its isolation, so that a class
// is found on any thread.
//
// The macro writes a static function that puts closures together and runs none of them: it
// reads no state and captures nothing, so that it is the same value on every thread. Each
// closure in its result runs on the actor of the class, for which ``RoutingInstance`` cares.

/// Returns the function without its dynamic isolation, as one for any thread.
///
/// Both types have one representation: `@isolated(any)` keeps the isolation with the captures,
/// which a call does not read, and `@Sendable` is part of the type only.
func withoutIsolation<Module: AnyObject>(
  _ table: @escaping @isolated(any) () -> __KhalaTable<Module>
) -> @Sendable () -> __KhalaTable<Module> {
  unsafe unsafeBitCast(table, to: (@Sendable () -> __KhalaTable<Module>).self)
}
