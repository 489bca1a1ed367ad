public import Foundation

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
