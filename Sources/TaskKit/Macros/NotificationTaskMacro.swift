public import Foundation

/// Declares the attached type as a task that runs whenever a notification is posted.
///
/// ```swift
/// @NotificationTask(.high, on: "cart.didChange")
/// enum CountItems {
///   @MainActor static func run(_ notification: Notification) { … }
/// }
/// ```
///
/// The rules of `@EventTask` apply. `run` may take the notification, the context, or both in this
/// order. If the notification is posted again while its tasks run, the next run starts after the
/// current one.
///
/// - Parameters:
///   - priority: The priority. If several tasks may run, the highest priority runs first.
///   - on: The notification's name, as a string or a `Notification.Name`. Any expression, evaluated
///     once.
///   - dependsOn: The tasks of the notification that must have succeeded before, as types and
///     names.
///   - after: The tasks that must have finished before, if they run at all.
///   - traits: The other properties of the task. Any expressions, evaluated once.
@attached(peer)
public macro NotificationTask(
  _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares the attached type as a task for a notification, under a given name.
@attached(peer)
public macro NotificationTask(
  _ name: String, _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares the attached type as a task for a notification with a `Notification.Name`.
@attached(peer)
public macro NotificationTask(
  _ priority: TaskManager.Priority = .default, on: Notification.Name, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares the attached type as a task for a notification with a `Notification.Name`, under a
/// given name.
@attached(peer)
public macro NotificationTask(
  _ name: String, _ priority: TaskManager.Priority = .default, on: Notification.Name,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task for a notification, with a closure.
///
/// ```swift
/// #notification("logCart", on: "cart.didChange") { notification in
///   print(notification.userInfo ?? [:])
/// }
/// ```
///
/// The rules of `#task` apply. The closure may take the notification, the notification and the
/// context, or no parameter.
///
/// - Parameters:
///   - name: The task's name, a string literal that must be unique in the program.
///   - priority: The priority. If several tasks may run, the highest priority runs first.
///   - on: The notification's name, as a string or a `Notification.Name`. Any expression, evaluated
///     once.
///   - dependsOn: The tasks of the notification that must have succeeded before, as types and
///     names.
///   - after: The tasks that must have finished before, if they run at all.
///   - traits: The other properties of the task. Any expressions, evaluated once.
///   - run: The work of the task.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task for a notification, with a closure that may suspend.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task for a notification, with a closure that also takes the context.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification, TaskContext) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task for a notification, with a closure that also takes the context and may suspend.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification, TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task for a notification, with a closure without parameters.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping () throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task for a notification, with a closure without parameters that may suspend.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task for a notification with a `Notification.Name`, with a closure.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: Notification.Name,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task for a notification with a `Notification.Name`, with a closure that may suspend.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: Notification.Name,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task for a notification with a `Notification.Name`, with a closure that also takes
/// the context.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: Notification.Name,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification, TaskContext) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task for a notification with a `Notification.Name`, with a closure that also takes
/// the context and may suspend.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: Notification.Name,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification, TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task for a notification with a `Notification.Name`, with a closure without
/// parameters.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: Notification.Name,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping () throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task for a notification with a `Notification.Name`, with a closure without parameters
/// that may suspend.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: Notification.Name,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")
