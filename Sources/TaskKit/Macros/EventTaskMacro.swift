public import Foundation

/// Declares the type that it stands on as a task of an event.
///
/// ```swift
/// @EventTask(.high, on: .didFinishLaunching, dependsOn: [OpenDatabase.self, "login"])
/// enum LoadFeed {
///   static func run(_ context: TaskContext) async throws { … }
/// }
/// ```
///
/// The declaration becomes a record in the binary: nothing registers it, and no
/// code runs at start-up for it. The type may stand at file scope or in a type that
/// is not generic, and be of any kind but generic. It has:
///
/// * `static func run()`, which is what the task does. It may take the context, may
///   throw, be asynchronous, belong to any actor, and return a `Sendable` value,
///   which the tasks that depend on this one can read.
/// * Optionally `static func shutdown()`, which it does at the end of the process.
///   It may throw and be asynchronous.
/// * Optionally `static var dependency`, with further tasks to depend on that are
///   only known when the program runs: an array of types and names, evaluated once,
///   on any thread. In what belongs to the main actor it must be `nonisolated`.
///
/// The task has the name of its type.
///
/// - Parameters:
///   - priority: Of the tasks that may run, a more urgent one runs earlier.
///   - on: The event, or several: `[.didFinishLaunching, .reload]`. Any expression;
///     evaluated once.
///   - dependsOn: The tasks that must have succeeded before: types and names. The elements are
///     `Any`, because a list of another type cannot hold both `Login.self` and `"login"`. The
///     macro rejects everything else.
///   - after: The tasks that must be over before, if they run at all.
///   - traits: What else holds for the task. Any expressions; evaluated once.
@attached(peer)
public macro EventTask(
  _ priority: TaskManager.Priority = .default, on: TaskEvent, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares the type that it stands on as a task of an event, by a name of its own.
///
/// The name is a string literal, and no other task of the program may have it.
@attached(peer)
public macro EventTask(
  _ name: String, _ priority: TaskManager.Priority = .default, on: TaskEvent, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task of an event that a closure does.
///
/// ```swift
/// #task("warmUp", .low, on: .idle) { await Cache.shared.warmUp() }
/// ```
///
/// It may stand at file scope and in any type that is not generic. The closure, or
/// function, may take the context or nothing, may throw, be asynchronous, and return
/// a `Sendable` value, which the tasks that depend on this one can read. It belongs
/// to no actor unless it says so, also in a module that puts everything on the main
/// one: `{ @MainActor in … }`.
///
/// - Parameters:
///   - name: What others depend on it by; a string literal. No other task of the
///     program may have it.
///   - priority: Of the tasks that may run, a more urgent one runs earlier.
///   - on: The event, or several: `[.didFinishLaunching, .reload]`. Any expression;
///     evaluated once.
///   - dependsOn: The tasks that must have succeeded before: types and names. The elements are
///     `Any`, because a list of another type cannot hold both `Login.self` and `"login"`. The
///     macro rejects everything else.
///   - after: The tasks that must be over before, if they run at all.
///   - traits: What else holds for the task. Any expressions; evaluated once.
///   - run: What it does.
///   - shutdown: What it does at the end of the process.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: TaskEvent, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait..., run: @escaping () throws -> Value,
  shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task of an event that a closure does, and which may suspend.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: TaskEvent, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait..., run: @escaping () async throws -> Value,
  shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task of an event that a closure does, which takes the context.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: TaskEvent, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait..., run: @escaping (TaskContext) throws -> Value,
  shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task of an event that a closure does, which takes the context,
/// and may suspend.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: TaskEvent, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait..., run: @escaping (TaskContext) async throws -> Value,
  shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task of an event that a closure does, by the type that names it: ``TaskKind``.
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

/// Declares a task by the type that names it, which may suspend.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ kind: any TaskKind.Type, _ priority: TaskManager.Priority = .default, on: TaskEvent,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping () async throws -> Value, shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task by the type that names it, which takes the context.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ kind: any TaskKind.Type, _ priority: TaskManager.Priority = .default, on: TaskEvent,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (TaskContext) throws -> Value, shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task by the type that names it, which takes the context, and may suspend.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ kind: any TaskKind.Type, _ priority: TaskManager.Priority = .default, on: TaskEvent,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (TaskContext) async throws -> Value, shutdown: (() async throws -> Void)? = nil
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares that the module runs tasks that it names at run time.
///
/// A task that a string literal names in a call is found by tools in the code. `#uses` declares
/// the others:
///
/// ```swift
/// #uses(task: "Sync", "Clean")
///
/// func run(_ name: String) throws {
///   try TaskManager.shared.runTask(named: name)
/// }
/// ```
///
/// The declaration becomes a record in the binary, which `modkit` and `Bridge.graph` read. It
/// runs nothing. It may stand at file scope and in any type that is not generic.
///
/// - Parameters:
///   - task: The name of the task, a string literal.
///   - others: The names of other tasks that the module runs.
@freestanding(declaration)
public macro uses(task: String, _ others: String...) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")

/// Declares that the module posts notifications that it names at run time.
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

/// Declares that the module posts notifications with the names of these constants, which it
/// chooses at run time.
@freestanding(declaration)
public macro uses(notification: Notification.Name, _ others: Notification.Name...) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")
