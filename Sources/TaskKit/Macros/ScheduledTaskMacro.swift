public import Foundation
public import Schedules

/// Declares the type that it stands on as a task that runs at a date, and then at
/// even intervals.
///
/// ```swift
/// @ScheduledTask(at: 1448873913, repeat: 5, every: 1)
/// enum Remind { static func run() { print("hello") } }
/// ```
///
/// What counts for `@EventTask` counts here too, except that such a task waits for
/// no other.
///
/// - Parameters:
///   - at: When it runs first: seconds since the beginning of 1970, or a
///     `TaskDate`. Any expression; evaluated once, as the next two are.
///   - repeat: How often it runs in all: a number, or `.forever`.
///   - every: How many seconds lie between.
///   - priority: Of the tasks that are due at one time, a more urgent one runs
///     earlier.
///   - traits: What else holds for the task. Any expressions; evaluated once.
@attached(peer)
public macro ScheduledTask(
  _ priority: TaskManager.Priority = .default, at: TaskDate, repeat: TaskRepeat = 1,
  every: TimeInterval = 1,
  _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares the type that it stands on as a task that runs at a date, and then at
/// even intervals, by a name of its own.
@attached(peer)
public macro ScheduledTask(
  _ name: String, _ priority: TaskManager.Priority = .default, at: TaskDate, repeat: TaskRepeat = 1,
  every: TimeInterval = 1, _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that a closure does at a date, and then at even intervals.
///
/// ```swift
/// #schedule("ScheduleTask1", at: 1448873913, repeat: 5, every: 1) { print("hello") }
/// ```
///
/// What counts for `#task` counts here too, except that such a task waits for no
/// other.
///
/// - Parameters:
///   - name: The task's name, a string literal. No other task of the program may
///     have it.
///   - at: When it runs first: seconds since the beginning of 1970, or a
///     `TaskDate`. Any expression; evaluated once, as the next two are.
///   - repeat: How often it runs in all: a number, or `.forever`.
///   - every: How many seconds lie between.
///   - priority: Of the tasks that are due at one time, a more urgent one runs
///     earlier.
///   - traits: What else holds for the task. Any expressions; evaluated once.
///   - run: What it does.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, at: TaskDate, repeat: TaskRepeat = 1,
  every: TimeInterval = 1, _ traits: TaskTrait...,
  run: @escaping () throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that a closure does at a date, and then at even intervals,
/// and which may suspend.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, at: TaskDate, repeat: TaskRepeat = 1,
  every: TimeInterval = 1, _ traits: TaskTrait...,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that a closure does at a date, and then at even intervals, and
/// which takes the context.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, at: TaskDate, repeat: TaskRepeat = 1,
  every: TimeInterval = 1, _ traits: TaskTrait...,
  run: @escaping (TaskContext) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that a closure does at a date, and then at even intervals,
/// and which takes the context, and may suspend.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, at: TaskDate, repeat: TaskRepeat = 1,
  every: TimeInterval = 1, _ traits: TaskTrait...,
  run: @escaping (TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares the type that it stands on as a task that runs at the fire times of a
/// schedule.
///
/// ```swift
/// @ScheduledTask(on: .weekly(on: .monday, at: "09:00", in: .utc))
/// enum Report { static func run() async throws { … } }
///
/// @ScheduledTask(on: try .every(2, .months))
/// enum Tidy { static func run() { … } }
/// ```
///
/// What counts for `@EventTask` counts here too, except that such a task waits for
/// no other.
///
/// - Parameters:
///   - on: The fire times. Any expression; evaluated once. What it throws is a problem of
///     the declaration, and is reported with its source location.
///   - priority: Of the tasks that are due at one time, a more urgent one runs
///     earlier.
///   - traits: What else holds for the task. Any expressions; evaluated once.
@attached(peer)
public macro ScheduledTask(
  _ priority: TaskManager.Priority = .default, on: @autoclosure () throws -> Schedule,
  _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares the type that it stands on as a task that runs at the fire times of a
/// schedule, by a name of its own.
@attached(peer)
public macro ScheduledTask(
  _ name: String, _ priority: TaskManager.Priority = .default,
  on: @autoclosure () throws -> Schedule, _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares the type that it stands on as a task that runs at the fire times which an
/// expression of cron names.
///
/// ```swift
/// @ScheduledTask(cron: "0 30 2 * * *", zone: "Europe/Stockholm")
/// enum CleanUp { static func run() async throws { … } }
/// ```
///
/// What counts for `@EventTask` counts here too, except that such a task waits for
/// no other.
///
/// - Parameters:
///   - cron: The fire times, as a string literal, which is checked when the program is
///     compiled: second (it may be left out), minute, hour, day of the month, month
///     and day of the week. ``CronExpression`` says what else can be written.
///   - zone: The time zone in which they are meant, such as `"Europe/Stockholm"`, as
///     a string literal; that of the system if left out.
///   - daylightSaving: What becomes of times that a change of the clocks leaves out or
///     has twice. Any expression; evaluated once. If left out, an expression that
///     names times of day fires once a day for each of them
///     (``DaylightSavingPolicy/onceADay``), and one that repeats within the day (its
///     second, minute or hour begins with `*`) goes on in real time
///     (``DaylightSavingPolicy/realTime``).
///   - priority: Of the tasks that are due at one time, a more urgent one runs
///     earlier.
///   - traits: What else holds for the task. Any expressions; evaluated once.
@attached(peer)
public macro ScheduledTask(
  _ priority: TaskManager.Priority = .default, cron: String, zone: String? = nil,
  daylightSaving: DaylightSavingPolicy? = nil, _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares the type that it stands on as a task that runs at the fire times which an
/// expression of cron names, by a name of its own.
@attached(peer)
public macro ScheduledTask(
  _ name: String, _ priority: TaskManager.Priority = .default, cron: String, zone: String? = nil,
  daylightSaving: DaylightSavingPolicy? = nil, _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that a closure does at the fire times of a schedule.
///
/// ```swift
/// #schedule("nightly", on: .daily(at: "02:30")) { cleanUp() }
/// ```
///
/// What counts for `#task` counts here too, except that such a task waits for no
/// other.
///
/// - Parameters:
///   - name: The task's name, a string literal. No other task of the program may
///     have it.
///   - on: The fire times. Any expression; evaluated once. What it throws is a problem of
///     the declaration, and is reported with its source location.
///   - priority: Of the tasks that are due at one time, a more urgent one runs
///     earlier.
///   - traits: What else holds for the task. Any expressions; evaluated once.
///   - run: What it does.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default,
  on: @autoclosure () throws -> Schedule, _ traits: TaskTrait...,
  run: @escaping () throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that a closure does at the fire times of a schedule, and which may
/// suspend.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default,
  on: @autoclosure () throws -> Schedule, _ traits: TaskTrait...,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that a closure does at the fire times of a schedule, and which takes
/// the context.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default,
  on: @autoclosure () throws -> Schedule, _ traits: TaskTrait...,
  run: @escaping (TaskContext) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that a closure does at the fire times of a schedule, and which takes
/// the context, and may suspend.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default,
  on: @autoclosure () throws -> Schedule, _ traits: TaskTrait...,
  run: @escaping (TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that a closure does at the fire times which an expression of cron
/// names.
///
/// ```swift
/// #schedule("nightly", cron: "0 30 2 * * *", zone: "Europe/Stockholm") { cleanUp() }
/// ```
///
/// What counts for `#task` counts here too, except that such a task waits for no
/// other.
///
/// - Parameters:
///   - name: The task's name, a string literal. No other task of the program may
///     have it.
///   - cron: The fire times, as a string literal, which is checked when the program is
///     compiled: second (it may be left out), minute, hour, day of the month, month
///     and day of the week. ``CronExpression`` says what else can be written.
///   - zone: The time zone in which they are meant, such as `"Europe/Stockholm"`, as
///     a string literal; that of the system if left out.
///   - daylightSaving: What becomes of times that a change of the clocks leaves out or
///     has twice. Any expression; evaluated once. If left out, an expression that
///     names times of day fires once a day for each of them
///     (``DaylightSavingPolicy/onceADay``), and one that repeats within the day (its
///     second, minute or hour begins with `*`) goes on in real time
///     (``DaylightSavingPolicy/realTime``).
///   - priority: Of the tasks that are due at one time, a more urgent one runs
///     earlier.
///   - traits: What else holds for the task. Any expressions; evaluated once.
///   - run: What it does.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, cron: String, zone: String? = nil,
  daylightSaving: DaylightSavingPolicy? = nil, _ traits: TaskTrait...,
  run: @escaping () throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that a closure does at the fire times which an expression of
/// cron names, and which may suspend.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, cron: String, zone: String? = nil,
  daylightSaving: DaylightSavingPolicy? = nil, _ traits: TaskTrait...,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that a closure does at the fire times which an expression of cron
/// names, and which takes the context.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, cron: String, zone: String? = nil,
  daylightSaving: DaylightSavingPolicy? = nil, _ traits: TaskTrait...,
  run: @escaping (TaskContext) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task that a closure does at the fire times which an expression of
/// cron names, and which takes the context, and may suspend.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, cron: String, zone: String? = nil,
  daylightSaving: DaylightSavingPolicy? = nil, _ traits: TaskTrait...,
  run: @escaping (TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")
