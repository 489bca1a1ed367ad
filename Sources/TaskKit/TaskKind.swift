/// A type that names a task, shared by the module that declares the task and the modules that refer
/// to it.
///
/// ```swift
/// enum RefreshFeed: TaskKind {}  // in a module that all of them import
///
/// #task(RefreshFeed.self, on: .demand) { await Feed.shared.refresh() }
///
/// #task("ShowFeed", on: .didFinishLaunching, dependsOn: [RefreshFeed.self]) { … }
/// try TaskManager.shared.runTask(RefreshFeed.self)
/// ```
///
/// The compiler rejects a misspelled type. The task's name is the name of the type, without its
/// module and enclosing types: `"RefreshFeed"` is the same task. This name is stored in the binary,
/// where tools read it. The value of a constant would not be. A type with `@EventTask` may conform,
/// if the macro gives it no other name.
///
/// Declare a type that has no other purpose, such as an enumeration without cases.
// `Sendable`, so that a conformance is not isolated in a module that isolates everything to the
// main actor by default.
public protocol TaskKind: Sendable {}

extension TaskKind {
  /// The name of the task.
  ///
  /// It is not a requirement, so that a type cannot have another name than the macros read.
  package static var taskName: String { "\(Self.self)" }
}

extension TaskManager {
  /// Runs one task now, by the type that names it, as ``runTask(named:options:fileID:line:)`` does.
  ///
  /// - Throws: A ``TaskError`` if no task has the name of the type, or if it is paused.
  @discardableResult
  public func runTask(
    _ kind: any TaskKind.Type, options: [String: any Sendable] = [:], fileID: String = #fileID,
    line: Int = #line
  ) throws(TaskError) -> TaskDispatch {
    try runTask(named: kind.taskName, options: options, fileID: fileID, line: line)
  }

  /// Calls a closure for every change of the task that a type names.
  ///
  /// - Concurrency: May be called from any thread. The changes arrive in order.
  @discardableResult
  public func watch(
    _ kind: any TaskKind.Type, _ body: @escaping @Sendable (TaskChange) -> Void
  ) -> TaskWatch {
    watch(kind.taskName, body)
  }
}
