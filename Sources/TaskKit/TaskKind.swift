/// A task that is named by a type, which the module that declares it and the modules that name it
/// share.
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
/// The compiler rejects a misspelled type. The task has the name of the type, without its module and
/// the types around it: `"RefreshFeed"` is the same task. The name stands in the binary, where tools
/// read it. The value of a constant does not. A type with `@EventTask` may conform, if the macro
/// gives it no other name.
///
/// Declare a type for it that has no other purpose, such as an enumeration without cases.
// Sendable, so that a conformance belongs to no actor in a module that puts all on the main one.
public protocol TaskKind: Sendable {}

extension TaskKind {
  /// The name of the task.
  ///
  /// It is no requirement, so that a type cannot have another than the macros read.
  package static var taskName: String { "\(Self.self)" }
}

extension TaskManager {
  /// Has one task run now, as ``runTask(named:options:fileID:line:)`` does, by the type that names
  /// it.
  ///
  /// - Throws: A ``TaskError`` if no task has the name of the type, or if it is paused.
  @discardableResult
  public func runTask(
    _ kind: any TaskKind.Type, options: [String: any Sendable] = [:], fileID: String = #fileID,
    line: Int = #line
  ) throws(TaskError) -> TaskDispatch {
    try runTask(named: kind.taskName, options: options, fileID: fileID, line: line)
  }

  /// Calls a closure for every step of the task that a type names.
  ///
  /// - Concurrency: May be called from any thread. The steps come in their order.
  @discardableResult
  public func watch(
    _ kind: any TaskKind.Type, _ body: @escaping @Sendable (TaskChange) -> Void
  ) -> TaskWatch {
    watch(kind.taskName, body)
  }
}
