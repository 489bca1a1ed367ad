import Foundation

// The functions of tasks without what the compiler knows of their isolation, so that code
// that runs on their actor can call them without suspending.
//
// Why each of these is sound: a synchronous function is called in the same way whatever its
// isolation. `@isolated(any)` keeps the actor with the captures, which a call does not read,
// and `@Sendable` is part of the type only. ``TaskBody`` calls the result on the actor of the
// function. Functions that are not `@Sendable` by their type are static ones that the macros
// name, which capture nothing.

/// Returns a function that takes nothing without its isolation.
func withoutIsolation<Value, Failure: Error>(
  _ function: @escaping @isolated(any) () throws(Failure) -> Value
) -> @Sendable () throws(Failure) -> Value {
  unsafe unsafeBitCast(function, to: (@Sendable () throws(Failure) -> Value).self)
}

/// Returns a function that takes the context without its isolation.
func withoutIsolation<Value, Failure: Error>(
  _ function: @escaping @isolated(any) (TaskContext) throws(Failure) -> Value
) -> @Sendable (TaskContext) throws(Failure) -> Value {
  unsafe unsafeBitCast(function, to: (@Sendable (TaskContext) throws(Failure) -> Value).self)
}

/// Returns a function that takes a notification without its isolation.
func withoutIsolation<Value, Failure: Error>(
  _ function: @escaping @isolated(any) (Notification) throws(Failure) -> Value
) -> @Sendable (Notification) throws(Failure) -> Value {
  unsafe unsafeBitCast(function, to: (@Sendable (Notification) throws(Failure) -> Value).self)
}

/// Returns a function that takes a notification as an object without its isolation.
func withoutIsolation<Value, Failure: Error>(
  _ function: @escaping @isolated(any) (NSNotification) throws(Failure) -> Value
) -> @Sendable (NSNotification) throws(Failure) -> Value {
  unsafe unsafeBitCast(function, to: (@Sendable (NSNotification) throws(Failure) -> Value).self)
}

/// Returns a function that takes a notification and the context without its isolation.
func withoutIsolation<Value, Failure: Error>(
  _ function: @escaping @isolated(any) (Notification, TaskContext) throws(Failure) -> Value
) -> @Sendable (Notification, TaskContext) throws(Failure) -> Value {
  unsafe unsafeBitCast(
    function, to: (@Sendable (Notification, TaskContext) throws(Failure) -> Value).self)
}

// The generic functions above would wrap a function whose types are known, which costs an
// allocation, and another call each time it is called. So does a cast of the function by
// itself, and not one of a struct that holds nothing else.

/// Returns a block that takes a notification and the context without its isolation.
func withoutIsolation(
  _ block: @escaping @isolated(any) @Sendable (Notification, TaskContext) throws -> Void
) -> @Sendable (Notification, TaskContext) throws -> Void {
  struct Isolated {
    let call: @isolated(any) @Sendable (Notification, TaskContext) throws -> Void
  }
  struct Plain { let call: @Sendable (Notification, TaskContext) throws -> Void }
  return unsafe unsafeBitCast(Isolated(call: block), to: Plain.self).call
}

/// Returns a block that takes the context without its isolation.
func withoutIsolation(
  _ block: @escaping TaskBody.Block
) -> @Sendable (TaskContext) throws -> Void {
  struct Isolated { let call: TaskBody.Block }
  struct Plain { let call: @Sendable (TaskContext) throws -> Void }
  return unsafe unsafeBitCast(Isolated(call: block), to: Plain.self).call
}

/// Returns the function of a task without its isolation.
func withoutIsolation(
  _ function: @escaping TaskBody.Synchronous
) -> @Sendable (TaskBody.Input) throws -> TaskBody.Result {
  struct Isolated { let call: TaskBody.Synchronous }
  struct Plain { let call: @Sendable (TaskBody.Input) throws -> TaskBody.Result }
  return unsafe unsafeBitCast(Isolated(call: function), to: Plain.self).call
}
