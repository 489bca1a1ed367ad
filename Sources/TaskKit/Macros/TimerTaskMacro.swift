public import Foundation

/// Declares the type that it stands on as a task that runs at even intervals from
/// the launch on.
///
/// ```swift
/// @TimerTask(repeat: 10, every: 2)
/// enum Blink { static func run() { print("hello") } }
/// ```
///
/// What counts for `@EventTask` counts here too, except that such a task waits for
/// no other.
///
/// - Parameters:
///   - repeat: How often it runs in all: a number, or `.forever`. Any expression;
///     evaluated once, as the next is.
///   - every: How many seconds pass before it runs first, and between one run and
///     the next.
///   - priority: Of the tasks that are due at one time, a more urgent one runs
///     earlier.
///   - traits: What else holds for the task. Any expressions; evaluated once.
@attached(peer)
public macro TimerTask(
  _ priority: TaskManager.Priority = .default, repeat: TaskRepeat = .forever, every: TimeInterval,
  _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "TimerTaskMacro")

/// Declares the type that it stands on as a task that runs at even intervals from
/// the launch on, by a name of its own.
@attached(peer)
public macro TimerTask(
  _ name: String, _ priority: TaskManager.Priority = .default, repeat: TaskRepeat = .forever,
  every: TimeInterval,
  _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "TimerTaskMacro")

/// Declares a task that a closure does at even intervals from the launch on.
///
/// ```swift
/// #timer("ScheduleTask2", repeat: 10, every: 2) { print("hello") }
/// ```
///
/// What counts for `#task` counts here too, except that such a task waits for no
/// other.
///
/// - Parameters:
///   - name: The task's name, a string literal. No other task of the program may
///     have it.
///   - repeat: How often it runs in all: a number, or `.forever`. Any expression;
///     evaluated once, as the next is.
///   - every: How many seconds pass before it runs first, and between one run and
///     the next.
///   - priority: Of the tasks that are due at one time, a more urgent one runs
///     earlier.
///   - traits: What else holds for the task. Any expressions; evaluated once.
///   - run: What it does.
@freestanding(declaration)
public macro timer<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, repeat: TaskRepeat = .forever,
  every: TimeInterval, _ traits: TaskTrait...,
  run: @escaping () throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "TimerTaskMacro")

/// Declares a task that a closure does at even intervals from the launch on,
/// and which may suspend.
@freestanding(declaration)
public macro timer<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, repeat: TaskRepeat = .forever,
  every: TimeInterval, _ traits: TaskTrait...,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "TimerTaskMacro")

/// Declares a task that a closure does at even intervals from the launch on, and
/// which takes the context.
@freestanding(declaration)
public macro timer<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, repeat: TaskRepeat = .forever,
  every: TimeInterval, _ traits: TaskTrait...,
  run: @escaping (TaskContext) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "TimerTaskMacro")

/// Declares a task that a closure does at even intervals from the launch on,
/// and which takes the context, and may suspend.
@freestanding(declaration)
public macro timer<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, repeat: TaskRepeat = .forever,
  every: TimeInterval, _ traits: TaskTrait...,
  run: @escaping (TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "TimerTaskMacro")
