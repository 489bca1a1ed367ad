public import Foundation

/// Declares the attached type as a task that runs at a fixed interval after the launch.
///
/// ```swift
/// @TimerTask(repeat: 10, every: 2)
/// enum Blink { static func run() { print("hello") } }
/// ```
///
/// The rules of `@EventTask` apply, except that the task has no dependencies.
///
/// - Parameters:
///   - repeat: The total number of runs, or `.forever`. Any expression, evaluated once, like the
///     next.
///   - every: The seconds before the first run and between two runs.
///   - priority: The priority among tasks that fire at the same time.
///   - traits: The other properties of the task. Any expressions, evaluated once.
@attached(peer)
public macro TimerTask(
  _ priority: TaskManager.Priority = .default, repeat: TaskRepeat = .forever, every: TimeInterval,
  _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "TimerTaskMacro")

/// Declares the attached type as a task that runs at a fixed interval after the launch, under a
/// given name.
@attached(peer)
public macro TimerTask(
  _ name: String, _ priority: TaskManager.Priority = .default, repeat: TaskRepeat = .forever,
  every: TimeInterval,
  _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "TimerTaskMacro")

/// Declares a task that runs at a fixed interval after the launch, with a closure.
///
/// ```swift
/// #timer("ScheduleTask2", repeat: 10, every: 2) { print("hello") }
/// ```
///
/// The rules of `#task` apply, except that the task has no dependencies.
///
/// - Parameters:
///   - name: The task's name, a string literal that must be unique in the program.
///   - repeat: The total number of runs, or `.forever`. Any expression, evaluated once, like the
///     next.
///   - every: The seconds before the first run and between two runs.
///   - priority: The priority among tasks that fire at the same time.
///   - traits: The other properties of the task. Any expressions, evaluated once.
///   - run: The work of the task.
@freestanding(declaration)
public macro timer<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, repeat: TaskRepeat = .forever,
  every: TimeInterval, _ traits: TaskTrait...,
  run: @escaping () throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "TimerTaskMacro")

/// Declares a task that runs at a fixed interval after the launch, with a closure that may suspend.
@freestanding(declaration)
public macro timer<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, repeat: TaskRepeat = .forever,
  every: TimeInterval, _ traits: TaskTrait...,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "TimerTaskMacro")

/// Declares a task that runs at a fixed interval after the launch, with a closure that takes the
/// context.
@freestanding(declaration)
public macro timer<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, repeat: TaskRepeat = .forever,
  every: TimeInterval, _ traits: TaskTrait...,
  run: @escaping (TaskContext) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "TimerTaskMacro")

/// Declares a task that runs at a fixed interval after the launch, with a closure that takes the
/// context and may suspend.
@freestanding(declaration)
public macro timer<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, repeat: TaskRepeat = .forever,
  every: TimeInterval, _ traits: TaskTrait...,
  run: @escaping (TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "TimerTaskMacro")
