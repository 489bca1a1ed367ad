public import Foundation

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
