public import Foundation
public import Schedules

/// Declares the attached type as a task that runs at a date, and then at a fixed interval.
///
/// ```swift
/// @ScheduledTask(at: 1448873913, repeat: 5, every: 1)
/// enum Remind { static func run() { print("hello") } }
/// ```
///
/// The rules of `@EventTask` apply, except that the task has no dependencies.
///
/// - Parameters:
///   - at: The first fire time, as seconds since the start of 1970 or a `TaskDate`. Any expression,
///     evaluated once, like the next two.
///   - repeat: The total number of runs, or `.forever`.
///   - every: The seconds between two runs.
///   - priority: The priority among tasks that fire at the same time.
///   - traits: The other properties of the task. Any expressions, evaluated once.
@attached(peer)
public macro ScheduledTask(
  _ priority: TaskManager.Priority = .default, at: TaskDate, repeat: TaskRepeat = 1,
  every: TimeInterval = 1,
  _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares the attached type as a task that runs at a date and then at a fixed interval, under a
/// given name.
@attached(peer)
public macro ScheduledTask(
  _ name: String, _ priority: TaskManager.Priority = .default, at: TaskDate, repeat: TaskRepeat = 1,
  every: TimeInterval = 1, _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that runs at a date and then at a fixed interval, with a closure.
///
/// ```swift
/// #schedule("ScheduleTask1", at: 1448873913, repeat: 5, every: 1) { print("hello") }
/// ```
///
/// The rules of `#task` apply, except that the task has no dependencies.
///
/// - Parameters:
///   - name: The task's name, a string literal that must be unique in the program.
///   - at: The first fire time, as seconds since the start of 1970 or a `TaskDate`. Any expression,
///     evaluated once, like the next two.
///   - repeat: The total number of runs, or `.forever`.
///   - every: The seconds between two runs.
///   - priority: The priority among tasks that fire at the same time.
///   - traits: The other properties of the task. Any expressions, evaluated once.
///   - run: The work of the task.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, at: TaskDate, repeat: TaskRepeat = 1,
  every: TimeInterval = 1, _ traits: TaskTrait...,
  run: @escaping () throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that runs at a date and then at a fixed interval, with a closure that may
/// suspend.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, at: TaskDate, repeat: TaskRepeat = 1,
  every: TimeInterval = 1, _ traits: TaskTrait...,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that runs at a date and then at a fixed interval, with a closure that takes the
/// context.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, at: TaskDate, repeat: TaskRepeat = 1,
  every: TimeInterval = 1, _ traits: TaskTrait...,
  run: @escaping (TaskContext) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that runs at a date and then at a fixed interval, with a closure that takes the
/// context and may suspend.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, at: TaskDate, repeat: TaskRepeat = 1,
  every: TimeInterval = 1, _ traits: TaskTrait...,
  run: @escaping (TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares the attached type as a task that runs at the fire times of a schedule.
///
/// ```swift
/// @ScheduledTask(on: .weekly(on: .monday, at: "09:00", in: .utc))
/// enum Report { static func run() async throws { … } }
///
/// @ScheduledTask(on: try .every(2, .months))
/// enum Tidy { static func run() { … } }
/// ```
///
/// The rules of `@EventTask` apply, except that the task has no dependencies.
///
/// - Parameters:
///   - on: The schedule. Any expression, evaluated once. An error that it throws is reported as a
///     problem of the declaration, with its source location.
///   - priority: The priority among tasks that fire at the same time.
///   - traits: The other properties of the task. Any expressions, evaluated once.
@attached(peer)
public macro ScheduledTask(
  _ priority: TaskManager.Priority = .default, on: @autoclosure () throws -> Schedule,
  _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares the attached type as a task that runs at the fire times of a schedule, under a given
/// name.
@attached(peer)
public macro ScheduledTask(
  _ name: String, _ priority: TaskManager.Priority = .default,
  on: @autoclosure () throws -> Schedule, _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares the attached type as a task that runs at the fire times of a cron expression.
///
/// ```swift
/// @ScheduledTask(cron: "0 30 2 * * *", zone: "Europe/Stockholm")
/// enum CleanUp { static func run() async throws { … } }
/// ```
///
/// The rules of `@EventTask` apply, except that the task has no dependencies.
///
/// - Parameters:
///   - cron: The cron expression, a string literal that is checked at compile time. Its fields are
///     second (optional), minute, hour, day of the month, month and day of the week.
///     ``CronExpression`` describes the syntax.
///   - zone: The time zone of the fire times, such as `"Europe/Stockholm"`, as a string literal.
///     The default is the system's zone.
///   - daylightSaving: The policy for times that a change of the clocks skips or repeats. Any
///     expression, evaluated once. By default, an expression that names times of day fires once a
///     day for each of them (``DaylightSavingPolicy/onceADay``). An expression that repeats within
///     the day (its second, minute or hour starts with `*`) continues in real time
///     (``DaylightSavingPolicy/realTime``).
///   - priority: The priority among tasks that fire at the same time.
///   - traits: The other properties of the task. Any expressions, evaluated once.
@attached(peer)
public macro ScheduledTask(
  _ priority: TaskManager.Priority = .default, cron: String, zone: String? = nil,
  daylightSaving: DaylightSavingPolicy? = nil, _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares the attached type as a task that runs at the fire times of a cron expression, under a
/// given name.
@attached(peer)
public macro ScheduledTask(
  _ name: String, _ priority: TaskManager.Priority = .default, cron: String, zone: String? = nil,
  daylightSaving: DaylightSavingPolicy? = nil, _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that runs at the fire times of a schedule, with a closure.
///
/// ```swift
/// #schedule("nightly", on: .daily(at: "02:30")) { cleanUp() }
/// ```
///
/// The rules of `#task` apply, except that the task has no dependencies.
///
/// - Parameters:
///   - name: The task's name, a string literal that must be unique in the program.
///   - on: The schedule. Any expression, evaluated once. An error that it throws is reported as a
///     problem of the declaration, with its source location.
///   - priority: The priority among tasks that fire at the same time.
///   - traits: The other properties of the task. Any expressions, evaluated once.
///   - run: The work of the task.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default,
  on: @autoclosure () throws -> Schedule, _ traits: TaskTrait...,
  run: @escaping () throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that runs at the fire times of a schedule, with a closure that may suspend.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default,
  on: @autoclosure () throws -> Schedule, _ traits: TaskTrait...,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that runs at the fire times of a schedule, with a closure that takes the
/// context.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default,
  on: @autoclosure () throws -> Schedule, _ traits: TaskTrait...,
  run: @escaping (TaskContext) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that runs at the fire times of a schedule, with a closure that takes the context
/// and may suspend.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default,
  on: @autoclosure () throws -> Schedule, _ traits: TaskTrait...,
  run: @escaping (TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that runs at the fire times of a cron expression, with a closure.
///
/// ```swift
/// #schedule("nightly", cron: "0 30 2 * * *", zone: "Europe/Stockholm") { cleanUp() }
/// ```
///
/// The rules of `#task` apply, except that the task has no dependencies.
///
/// - Parameters:
///   - name: The task's name, a string literal that must be unique in the program.
///   - cron: The cron expression, a string literal that is checked at compile time. Its fields are
///     second (optional), minute, hour, day of the month, month and day of the week.
///     ``CronExpression`` describes the syntax.
///   - zone: The time zone of the fire times, such as `"Europe/Stockholm"`, as a string literal.
///     The default is the system's zone.
///   - daylightSaving: The policy for times that a change of the clocks skips or repeats. Any
///     expression, evaluated once. By default, an expression that names times of day fires once a
///     day for each of them (``DaylightSavingPolicy/onceADay``). An expression that repeats within
///     the day (its second, minute or hour starts with `*`) continues in real time
///     (``DaylightSavingPolicy/realTime``).
///   - priority: The priority among tasks that fire at the same time.
///   - traits: The other properties of the task. Any expressions, evaluated once.
///   - run: The work of the task.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, cron: String, zone: String? = nil,
  daylightSaving: DaylightSavingPolicy? = nil, _ traits: TaskTrait...,
  run: @escaping () throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that runs at the fire times of a cron expression, with a closure that may
/// suspend.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, cron: String, zone: String? = nil,
  daylightSaving: DaylightSavingPolicy? = nil, _ traits: TaskTrait...,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that runs at the fire times of a cron expression, with a closure that takes the
/// context.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, cron: String, zone: String? = nil,
  daylightSaving: DaylightSavingPolicy? = nil, _ traits: TaskTrait...,
  run: @escaping (TaskContext) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that runs at the fire times of a cron expression, with a closure that takes the
/// context and may suspend.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, cron: String, zone: String? = nil,
  daylightSaving: DaylightSavingPolicy? = nil, _ traits: TaskTrait...,
  run: @escaping (TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")
