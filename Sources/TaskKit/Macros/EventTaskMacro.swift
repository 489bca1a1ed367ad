public import Foundation

/// Declares the attached type as a task for an event.
///
/// ```swift
/// @EventTask(.high, on: .didFinishLaunching, dependsOn: [OpenDatabase.self, "login"])
/// enum LoadFeed {
///   static func run(_ context: TaskContext) async throws { … }
/// }
/// ```
///
/// The declaration becomes a record in the binary. No call registers the task, and no code runs at
/// start-up for it. The type may be of any kind, at file scope or nested in another type. Neither
/// it nor the types around it may be generic. It has:
///
/// * `static func run()`, the work of the task. It may take the context, throw, be asynchronous,
///   and belong to any actor. It may return a `Sendable` value, which dependents of the task can
///   read.
/// * Optionally `static func shutdown()`, the work at the end of the process. It may throw and be
///   asynchronous.
/// * Optionally `static var dependency`, an array of further types and names to depend on that are
///   only known at run time. It is evaluated once, on any thread. In a type that belongs to the
///   main actor, it must be `nonisolated`.
///
/// The task has the name of its type.
///
/// - Parameters:
///   - priority: The priority. If several tasks may run, the highest priority runs first.
///   - on: The event, or several: `[.didFinishLaunching, .reload]`. Any expression, evaluated once.
///   - dependsOn: The tasks that must have succeeded before, as types and names. The elements are
///     `Any`, because a list of another type cannot hold both `Login.self` and `"login"`. The macro
///     rejects everything else.
///   - after: The tasks that must have finished before, if they run at all.
///   - traits: The other properties of the task. Any expressions, evaluated once.
@attached(peer)
public macro EventTask(
  _ priority: TaskManager.Priority = .default, on: TaskEvent, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares the attached type as a task for an event, under a given name.
///
/// The name is a string literal, and must be unique in the program.
@attached(peer)
public macro EventTask(
  _ name: String, _ priority: TaskManager.Priority = .default, on: TaskEvent, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task for an event, with a closure.
///
/// ```swift
/// #task("warmUp", .low, on: .idle) { await Cache.shared.warmUp() }
/// ```
///
/// The macro may stand at file scope and in any type that is not generic. The closure, or function,
/// may take the context or no parameter, throw, and be asynchronous. It may return a `Sendable`
/// value, which dependents of the task can read. By default, it belongs to no actor, even in a
/// module that isolates everything to the main actor. To isolate it, write `{ @MainActor in … }`.
///
/// - Parameters:
///   - name: The name of the task, a string literal that must be unique in the program. Other tasks
///     refer to it.
///   - priority: The priority. If several tasks may run, the highest priority runs first.
///   - on: The event, or several: `[.didFinishLaunching, .reload]`. Any expression, evaluated once.
///   - dependsOn: The tasks that must have succeeded before, as types and names. The elements are
///     `Any`, because a list of another type cannot hold both `Login.self` and `"login"`. The macro
///     rejects everything else.
///   - after: The tasks that must have finished before, if they run at all.
///   - traits: The other properties of the task. Any expressions, evaluated once.
///   - run: The work of the task.
///   - shutdown: The work at the end of the process.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: TaskEvent, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait..., run: @escaping () throws -> Value,
  shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task for an event, with a closure that may suspend.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: TaskEvent, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait..., run: @escaping () async throws -> Value,
  shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task for an event, with a closure that takes the context.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: TaskEvent, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait..., run: @escaping (TaskContext) throws -> Value,
  shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task for an event, with a closure that takes the context and may suspend.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: TaskEvent, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait..., run: @escaping (TaskContext) async throws -> Value,
  shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task for an event by the type that names it, a ``TaskKind``.
///
/// ```swift
/// #task(RefreshFeed.self, on: .demand) { await Feed.shared.refresh() }
/// ```
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ kind: any TaskKind.Type, _ priority: TaskManager.Priority = .default, on: TaskEvent,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping () throws -> Value, shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task by the type that names it, with a closure that may suspend.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ kind: any TaskKind.Type, _ priority: TaskManager.Priority = .default, on: TaskEvent,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping () async throws -> Value, shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task by the type that names it, with a closure that takes the context.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ kind: any TaskKind.Type, _ priority: TaskManager.Priority = .default, on: TaskEvent,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (TaskContext) throws -> Value, shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task by the type that names it, with a closure that takes the context and may
/// suspend.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ kind: any TaskKind.Type, _ priority: TaskManager.Priority = .default, on: TaskEvent,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (TaskContext) async throws -> Value, shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares that the module runs tasks whose names are computed at run time.
///
/// If a call names a task by a string literal, tools find it in the code. Declare other names with
/// `#uses`:
///
/// ```swift
/// #uses(task: "Sync", "Clean")
///
/// func run(_ name: String) throws {
///   try TaskManager.shared.runTask(named: name)
/// }
/// ```
///
/// The declaration becomes a record in the binary, which `modkit` and `Bridge.graph` read. It has
/// no effect at run time. It may stand at file scope and in any type that is not generic.
///
/// - Parameters:
///   - task: The name of the task, a string literal.
///   - others: The names of other tasks that the module runs.
@freestanding(declaration)
public macro uses(task: String, _ others: String...) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")

/// Declares that the module posts notifications whose names are computed at run time.
///
/// ```swift
/// #uses(notification: "cart.didChange")
/// ```
///
/// - Parameters:
///   - notification: The name of the notification, a string literal without interpolation.
///   - others: The names of other notifications that the module posts.
@freestanding(declaration)
public macro uses(notification: String, _ others: String...) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")

/// Declares that the module posts notifications with the names of these constants, chosen at run
/// time.
@freestanding(declaration)
public macro uses(notification: Notification.Name, _ others: Notification.Name...) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")
