import Foundation

// These functions remove the isolation from the type of a task's function. Code that already runs
// on the function's actor can then call it without suspending.
//
// This is sound for the following reasons. A synchronous function is called in the same way,
// whatever its isolation. `@isolated(any)` stores the actor with the captures, and a call does not
// read it. `@Sendable` is part of the type only. ``TaskBody`` calls the result on the actor of the
// function. Functions whose type is not `@Sendable` are static functions that the macros name, and
// they capture nothing.

/// Removes the isolation from a function without parameters.
func withoutIsolation<Value, Failure: Error>(
  _ function: @escaping @isolated(any) () throws(Failure) -> Value
) -> @Sendable () throws(Failure) -> Value {
  unsafe unsafeBitCast(function, to: (@Sendable () throws(Failure) -> Value).self)
}

/// Removes the isolation from a function that takes the context.
func withoutIsolation<Value, Failure: Error>(
  _ function: @escaping @isolated(any) (TaskContext) throws(Failure) -> Value
) -> @Sendable (TaskContext) throws(Failure) -> Value {
  unsafe unsafeBitCast(function, to: (@Sendable (TaskContext) throws(Failure) -> Value).self)
}

/// Removes the isolation from a function that takes a notification.
func withoutIsolation<Value, Failure: Error>(
  _ function: @escaping @isolated(any) (Notification) throws(Failure) -> Value
) -> @Sendable (Notification) throws(Failure) -> Value {
  unsafe unsafeBitCast(function, to: (@Sendable (Notification) throws(Failure) -> Value).self)
}

/// Removes the isolation from a function that takes a notification as an object.
func withoutIsolation<Value, Failure: Error>(
  _ function: @escaping @isolated(any) (NSNotification) throws(Failure) -> Value
) -> @Sendable (NSNotification) throws(Failure) -> Value {
  unsafe unsafeBitCast(function, to: (@Sendable (NSNotification) throws(Failure) -> Value).self)
}

/// Removes the isolation from a function that takes a notification and the context.
func withoutIsolation<Value, Failure: Error>(
  _ function: @escaping @isolated(any) (Notification, TaskContext) throws(Failure) -> Value
) -> @Sendable (Notification, TaskContext) throws(Failure) -> Value {
  unsafe unsafeBitCast(
    function, to: (@Sendable (Notification, TaskContext) throws(Failure) -> Value).self)
}

// The generic functions above would wrap a function with concrete types, which costs an allocation
// and an additional call each time. A cast of the function itself has the same cost. A cast of a
// struct that contains only the function does not.

/// Removes the isolation from a block that takes a notification and the context.
func withoutIsolation(
  _ block: @escaping @isolated(any) @Sendable (Notification, TaskContext) throws -> Void
) -> @Sendable (Notification, TaskContext) throws -> Void {
  struct Isolated {
    let call: @isolated(any) @Sendable (Notification, TaskContext) throws -> Void
  }
  struct Plain { let call: @Sendable (Notification, TaskContext) throws -> Void }
  return unsafe unsafeBitCast(Isolated(call: block), to: Plain.self).call
}

/// Removes the isolation from a block that takes the context.
func withoutIsolation(
  _ block: @escaping TaskBody.Block
) -> @Sendable (TaskContext) throws -> Void {
  struct Isolated { let call: TaskBody.Block }
  struct Plain { let call: @Sendable (TaskContext) throws -> Void }
  return unsafe unsafeBitCast(Isolated(call: block), to: Plain.self).call
}

/// Removes the isolation from the function of a task.
func withoutIsolation(
  _ function: @escaping TaskBody.Synchronous
) -> @Sendable (TaskBody.Input) throws -> TaskBody.Output {
  struct Isolated { let call: TaskBody.Synchronous }
  struct Plain { let call: @Sendable (TaskBody.Input) throws -> TaskBody.Output }
  return unsafe unsafeBitCast(Isolated(call: function), to: Plain.self).call
}
