public import Foundation
public import Schedules
import SectionRegistry

/// The trigger of a declared task.
///
/// - Warning: The macros of TaskKit write this into records. Do not use it
///   directly.
public struct __TaskTrigger: Sendable {
  let trigger: Trigger

  public static func event(_ event: TaskEvent) -> __TaskTrigger {
    __TaskTrigger(trigger: .event(event))
  }

  public static func notification(_ name: String) -> __TaskTrigger {
    __TaskTrigger(trigger: .notification(Notification.Name(name)))
  }

  public static func notification(_ name: Notification.Name) -> __TaskTrigger {
    __TaskTrigger(trigger: .notification(name))
  }

  public static func date(
    _ date: TaskDate, repeat times: TaskRepeat, every interval: TimeInterval
  ) -> __TaskTrigger {
    __TaskTrigger(trigger: .date(date, repeat: times, every: interval))
  }

  public static func timer(
    repeat times: TaskRepeat, every interval: TimeInterval
  ) -> __TaskTrigger {
    __TaskTrigger(trigger: .timer(repeat: times, every: interval))
  }

  public static func cron(
    _ expression: String, zone: String? = nil, daylightSaving policy: DaylightSavingPolicy? = nil
  ) -> __TaskTrigger {
    schedule {
      try .cron(
        expression, in: zone.map { try ScheduleZone($0) } ?? .current, daylightSaving: policy)
    }
  }

  /// Returns the trigger for a schedule.
  ///
  /// If `schedule` throws, the error becomes a problem of the declaration.
  public static func schedule(_ schedule: () throws -> Schedule) -> __TaskTrigger {
    do {
      return __TaskTrigger(trigger: .schedule(try schedule()))
    } catch {
      return __TaskTrigger(trigger: .unreadable("\(error)"))
    }
  }
}

/// The declaration of a task, which a record returns beside its own fields.
///
/// - Warning: The macros of TaskKit write this into records. Do not use it directly.
public struct __DeclaredTask: Sendable {
  /// The type that the task is declared with, if any.
  let type: (any Any.Type)?
  let trigger: Trigger
  /// The priority, or `nil` if the record itself contains it.
  let priority: TaskManager.Priority?
  let requires: [TaskReference]
  let follows: [TaskReference]
  let properties: TaskProperties
  let body: TaskBody
  let shutdown: TaskBody?
  /// Elements of the type's `dependency` that are neither types nor names.
  let misfits: [String]
}

/// The functions that the accessors of the tasks' records call.
///
/// Default arguments take the compiler as long as the closure of the task. Most tasks have none of
/// them, so their calls use the functions without. Those name `shutdown`, which only the function
/// with all arguments has.
///
/// - Warning: The macros of TaskKit write calls of these. Do not call them directly.
public enum __TaskRecord {
  public static func task(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
    _ trigger: __TaskTrigger, run: __TaskBody
  ) -> Bool {
    unsafe task(out, type, trigger, run: run, shutdown: nil)
  }

  public static func task(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
    _ trigger: __TaskTrigger, of host: any Any.Type, run: __TaskBody
  ) -> Bool {
    unsafe task(out, type, trigger, of: host, run: run, shutdown: nil)
  }

  public static func task(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer,
    _ trigger: __TaskTrigger, of host: (any Any.Type)? = nil, priority: TaskManager.Priority? = nil,
    dependsOn: [TaskReference] = [], after: [TaskReference] = [], dependency: [Any] = [],
    traits: [TaskTrait] = [], run: __TaskBody, shutdown: __TaskBody? = nil
  ) -> Bool {
    unsafe SectionRegistry.__provide(out, type) {
      var properties = TaskProperties()
      for trait in traits { trait.apply(&properties) }
      let found = dependency.map { (element: $0, reference: TaskReference(element: $0)) }
      return __DeclaredTask(
        type: host, trigger: trigger.trigger, priority: priority,
        requires: dependsOn + found.compactMap(\.reference), follows: after,
        properties: properties, body: run.body, shutdown: shutdown?.body,
        misfits: found.filter { $0.reference == nil }.map { String(describing: $0.element) })
    }
  }
}

/// The function of a declared task.
///
/// The overloads let the type checker find out which kind of closure or function was written.
///
/// - Warning: The macros of TaskKit write calls of these. Do not use it directly.
@safe
public struct __TaskBody: Sendable {
  let body: TaskBody

  private init(_ body: TaskBody) {
    self.body = body
  }
}

/// The argument with which a declared task is called.
///
/// - Warning: The macros of TaskKit write this into records. Do not use it
///   directly.
public struct __TaskInput: Sendable {
  let input: TaskBody.Input

  /// The context of the task.
  public var context: TaskContext { input.context }

  /// Returns the notification that the task runs for.
  ///
  /// - Throws: An error if the task was not run by a notification.
  public func notification() throws -> sending Notification {
    try input.takeNotification()
  }

  /// Returns the notification that the task runs for, as an object.
  ///
  /// - Throws: An error if the task was not run by a notification.
  public func notificationObject() throws -> sending NSNotification {
    try input.takeNotification().asObject
  }
}

// MARK: - Closures

// The error has a type parameter of its own. Otherwise the compiler (6.3) crashes, because it has
// to convert a function with a typed `throws` into one with an untyped `throws`.

extension __TaskBody {
  public static func closure<Value: Sendable, Failure: Error>(
    _ body: @escaping @isolated(any) @Sendable () throws(Failure) -> Value
  ) -> __TaskBody {
    function(body)
  }

  public static func closure<Value: Sendable, Failure: Error>(
    _ body: @escaping @isolated(any) @Sendable (TaskContext) throws(Failure) -> Value
  ) -> __TaskBody {
    function(body)
  }

  public static func closure<Value: Sendable>(
    _ body: @escaping @concurrent @Sendable () async throws -> Value
  ) -> __TaskBody {
    __TaskBody(TaskBody { _ in try await body() })
  }

  public static func closure<Value: Sendable>(
    _ body: @escaping @concurrent @Sendable (TaskContext) async throws -> Value
  ) -> __TaskBody {
    __TaskBody(TaskBody { try await body($0.context) })
  }
}

// MARK: - Closures that take a notification

extension __TaskBody {
  public static func notified<Value: Sendable, Failure: Error>(
    _ body: @escaping @isolated(any) @Sendable () throws(Failure) -> Value
  ) -> __TaskBody {
    function(body)
  }

  public static func notified<Value: Sendable, Failure: Error>(
    _ body: @escaping @isolated(any) @Sendable (Notification) throws(Failure) -> Value
  ) -> __TaskBody {
    function(body)
  }

  public static func notified<Value: Sendable, Failure: Error>(
    _ body: @escaping @isolated(any) @Sendable (Notification, TaskContext) throws(Failure) -> Value
  ) -> __TaskBody {
    function(body)
  }

  public static func notified<Value: Sendable>(
    _ body: @escaping @concurrent @Sendable () async throws -> Value
  ) -> __TaskBody {
    closure(body)
  }

  public static func notified<Value: Sendable>(
    _ body: @escaping @isolated(any) @Sendable (Notification) async throws -> Value
  ) -> __TaskBody {
    __TaskBody(TaskBody { try await body($0.takeNotification()) })
  }

  public static func notified<Value: Sendable>(
    _ body: @escaping @isolated(any) @Sendable (Notification, TaskContext) async throws -> Value
  ) -> __TaskBody {
    __TaskBody(TaskBody { try await body($0.takeNotification(), $0.context) })
  }
}

// MARK: - Functions of a type

// These are not `@Sendable`, so that the plain name of a function is accepted in every language
// mode. The macros pass static functions, which capture nothing and so may be sent.

extension __TaskBody {
  public static func function<Value: Sendable, Failure: Error>(
    _ function: @escaping @isolated(any) () throws(Failure) -> Value
  ) -> __TaskBody {
    let plain = withoutIsolation(function)
    return __TaskBody(TaskBody(isolation: function.isolation) { _ in try plain() })
  }

  public static func function<Value: Sendable, Failure: Error>(
    _ function: @escaping @isolated(any) (TaskContext) throws(Failure) -> Value
  ) -> __TaskBody {
    let plain = withoutIsolation(function)
    return __TaskBody(TaskBody(isolation: function.isolation) { try plain($0.context) })
  }

  public static func function<Value: Sendable, Failure: Error>(
    _ function: @escaping @isolated(any) (Notification) throws(Failure) -> Value
  ) -> __TaskBody {
    let plain = withoutIsolation(function)
    return __TaskBody(TaskBody(isolation: function.isolation) { try plain($0.takeNotification()) })
  }

  public static func function<Value: Sendable, Failure: Error>(
    _ function: @escaping @isolated(any) (Notification, TaskContext) throws(Failure) -> Value
  ) -> __TaskBody {
    let plain = withoutIsolation(function)
    return __TaskBody(
      TaskBody(isolation: function.isolation) { try plain($0.takeNotification(), $0.context) })
  }

  public static func function<Value: Sendable, Failure: Error>(
    _ function: @escaping @isolated(any) (NSNotification) throws(Failure) -> Value
  ) -> __TaskBody {
    let plain = withoutIsolation(function)
    return __TaskBody(
      TaskBody(isolation: function.isolation) { try plain($0.takeNotification().asObject) })
  }

  /// Returns the body for a call of an asynchronous function, which switches to its actor by
  /// itself.
  public static func calling<Value: Sendable>(
    _ call: @escaping @concurrent @Sendable (__TaskInput) async throws -> Value
  ) -> __TaskBody {
    __TaskBody(TaskBody { try await call(__TaskInput(input: $0)) })
  }
}

extension Notification {
  /// The notification as an object of the class that RWTaskKit uses.
  fileprivate var asObject: NSNotification {
    NSNotification(name: name, object: object, userInfo: userInfo)
  }
}
