public import Foundation

/// Declares the type that it stands on as a task that runs whenever a notification
/// is posted.
///
/// ```swift
/// @NotificationTask(.high, on: "cart.didChange")
/// enum CountItems {
///   @MainActor static func run(_ notification: Notification) { … }
/// }
/// ```
///
/// What counts for `@EventTask` counts here too. `run` may take the notification,
/// the context, or both in this order. Tasks of one notification get it one after
/// the other.
///
/// - Parameters:
///   - priority: Of the tasks that may run, a more urgent one runs earlier.
///   - on: The notification's name, as a string or a `Notification.Name`. Any
///     expression; evaluated once.
///   - dependsOn: The tasks of the notification that must have succeeded before:
///     types and names.
///   - after: The tasks that must be over before, if they run at all.
///   - traits: What else holds for the task. Any expressions; evaluated once.
@attached(peer)
public macro NotificationTask(
  _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares the type that it stands on as a task of this name that runs whenever a
/// notification is posted.
@attached(peer)
public macro NotificationTask(
  _ name: String, _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares the type that it stands on as a task that runs whenever a notification
/// of this name is posted.
@attached(peer)
public macro NotificationTask(
  _ priority: TaskManager.Priority = .default, on: Notification.Name, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares the type that it stands on as a task of this name that runs whenever a
/// notification of a `Notification.Name` is posted.
@attached(peer)
public macro NotificationTask(
  _ name: String, _ priority: TaskManager.Priority = .default, on: Notification.Name,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task that a closure does whenever a notification is posted.
///
/// ```swift
/// #notification("logCart", on: "cart.didChange") { notification in
///   print(notification.userInfo ?? [:])
/// }
/// ```
///
/// What counts for `#task` counts here too. The closure may take the notification,
/// or that and the context, or nothing.
///
/// - Parameters:
///   - name: The task's name, a string literal. No other task of the program may
///     have it.
///   - priority: Of the tasks that may run, a more urgent one runs earlier.
///   - on: The notification's name, as a string or a `Notification.Name`. Any
///     expression; evaluated once.
///   - dependsOn: The tasks of the notification that must have succeeded before:
///     types and names.
///   - after: The tasks that must be over before, if they run at all.
///   - traits: What else holds for the task. Any expressions; evaluated once.
///   - run: What it does.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task that a closure does whenever a notification is posted, and
/// which may suspend.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task that a closure does whenever a notification is posted, which takes the
/// context too.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification, TaskContext) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task that a closure does whenever a notification is posted, which
/// takes the context too, and may suspend.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification, TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task that a closure does whenever a notification is posted, which takes
/// nothing.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping () throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task that a closure does whenever a notification is posted, which
/// takes nothing, and may suspend.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: String, dependsOn: [Any] = [],
  after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task that a closure does whenever a notification of this name is
/// posted.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: Notification.Name,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task that a closure does whenever a notification of this name is
/// posted, and which may suspend.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: Notification.Name,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task that a closure does whenever a notification of this name is
/// posted, which takes the context too.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: Notification.Name,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification, TaskContext) throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task that a closure does whenever a notification of this name is
/// posted, which takes the context too, and may suspend.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: Notification.Name,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping (Notification, TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task that a closure does whenever a notification of this name is
/// posted, which takes nothing.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: Notification.Name,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping () throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task that a closure does whenever a notification of this name is
/// posted, which takes nothing, and may suspend.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ priority: TaskManager.Priority = .default, on: Notification.Name,
  dependsOn: [Any] = [], after: [Any] = [], _ traits: TaskTrait...,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")
