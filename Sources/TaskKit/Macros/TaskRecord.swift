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

  /// The fire times of a schedule; one that cannot be made out is a problem of the
  /// declaration.
  public static func schedule(_ schedule: () throws -> Schedule) -> __TaskTrigger {
    do {
      return __TaskTrigger(trigger: .schedule(try schedule()))
    } catch {
      return __TaskTrigger(trigger: .unreadable("\(error)"))
    }
  }
}

/// The declaration that a record of a task hands out, beside the fields of the record.
///
/// - Warning: The macros of TaskKit write this into records. Do not use it
///   directly.
public struct __DeclaredTask: Sendable {
  /// The type that it is declared with, if it is.
  let type: (any Any.Type)?
  let trigger: Trigger
  /// Nothing where the record itself has it.
  let priority: TaskManager.Priority?
  let requires: [TaskReference]
  let follows: [TaskReference]
  let properties: TaskProperties
  let body: TaskBody
  let shutdown: TaskBody?
  /// Elements of the type's `dependency` that are no tasks.
  let misfits: [String]
}

/// Answers the accessors of the records of tasks.
///
/// - Warning: The macros of TaskKit write calls of this. Do not call it directly.
public enum __TaskRecord {
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
