import Synchronization
public import TaskKit

// Tasks and events of TaskKit.

/// A state of tasks that a wire observes.
public struct WireTaskState: RawRepresentable, Sendable, Hashable {
  /// The name of the state, as in `TaskChange.State.name`.
  public let rawValue: String

  /// Creates the state with a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The task is part of a run that starts.
  public static let scheduled = WireTaskState(rawValue: "scheduled")
  /// The task starts.
  public static let running = WireTaskState(rawValue: "running")
  /// The task reports its progress.
  public static let progress = WireTaskState(rawValue: "progress")
  /// The task completed its work.
  public static let succeeded = WireTaskState(rawValue: "succeeded")
  /// The task threw an error in each attempt, or exceeded its time limit.
  public static let failed = WireTaskState(rawValue: "failed")
  /// The task was skipped.
  public static let skipped = WireTaskState(rawValue: "skipped")
  /// The task was cancelled, or one of its dependencies was.
  public static let cancelled = WireTaskState(rawValue: "cancelled")
}

extension WireSource where Value == TaskChange {
  /// The changes of a task, or only its changes to some states.
  ///
  /// They are carried on the thread of the task, which waits for the target.
  public static func task(_ name: String, _ states: WireTaskState...) -> WireSource {
    task(name, states)
  }

  private static func task(_ name: String, _ states: [WireTaskState]) -> WireSource {
    let words = states.map(\.rawValue)
    return WireSource(WireEnd(.task, [name], states: words)) { _, deliver in
      let watch = TaskManager.shared.watch(name) { change in
        if words.isEmpty || words.contains(change.state.name) { deliver(change) }
      }
      return { watch.cancel() }
    }
  }

  /// The changes of the task that a type names, or only its changes to some states.
  public static func task(_ kind: any TaskKind.Type, _ states: WireTaskState...) -> WireSource {
    task(kind.taskName, states)
  }
}

extension WireSource where Value == TaskContext {
  /// An event of TaskKit.
  ///
  /// The wire adds a task on the main actor for it.
  public static func taskEvent(_ event: TaskEvent) -> WireSource {
    WireSource(WireEnd(.taskEvent, event.names)) { wire, deliver in
      let manager = TaskManager.shared
      let name = WireTaskName.next(for: wire)
      try manager.injectEventTask(
        name: name, event: event, fileID: wire.location.fileID, line: wire.location.line
      ) { (context: TaskContext) throws -> Void in
        deliver(context)
      }
      return { [weak manager] in
        // If the task was destroyed before, the wire was cut as well.
        try? manager?.destroyTask(named: name)
      }
    }
  }
}

extension WireTarget {
  /// Runs tasks by their names, each separately, with the values of the wire as options.
  ///
  /// See `TaskManager.runTask(named:options:fileID:line:)`.
  public static func task(_ names: String...) -> WireTarget { tasks(names) }

  /// Runs tasks by the types that name them, each separately.
  public static func task(
    _ kind: any TaskKind.Type, _ others: any TaskKind.Type...
  ) -> WireTarget {
    tasks(([kind] + others).map { $0.taskName })
  }

  /// Runs tasks by their names, each separately.
  public static func tasks(_ names: [String]) -> WireTarget {
    WireTarget(WireEnd(.task, names)) { wire in
      let manager = TaskManager.shared
      let values: @Sendable (Value) -> [String: any Sendable] = WireValue.values()
      return { value in
        let options = values(value)
        for name in names {
          do {
            try manager.runTask(
              named: name, options: options, fileID: wire.location.fileID, line: wire.location.line)
          } catch {
            wire.fail(error)
          }
        }
      }
    }
  }

  /// Triggers an event of TaskKit, with the values of the wire among its options.
  public static func taskEvent(_ event: TaskEvent) -> WireTarget {
    WireTarget(WireEnd(.taskEvent, event.names)) { wire in
      let once: TaskEvent = [.willFinishLaunching, .didFinishLaunching]
      guard once.isDisjoint(with: event) else {
        throw WireMisfit("\(event) occurs by itself, once per process")
      }
      let manager = TaskManager.shared
      let values: @Sendable (Value) -> [String: any Sendable] = WireValue.values()
      return { value in
        manager.trigger(
          event, options: values(value), fileID: wire.location.fileID, line: wire.location.line)
      }
    }
  }
}

extension TaskEvent {
  /// The names of the members, as written in code without the dot.
  fileprivate var names: [String] { members.map { String($0.description.dropFirst()) } }
}

/// Names for the tasks that represent wires.
enum WireTaskName {
  /// The common prefix of the names.
  static let prefix = "wire #"

  private static let latest = Atomic(0)

  /// Returns a unique name.
  static func next(for wire: Wire) -> String {
    "\(prefix)\(latest.wrappingAdd(1, ordering: .relaxed).newValue): \(wire.name)"
  }
}

/// The target of a wire: something that is done with each value.
///
/// The static members are the available targets: `.task("RefreshFeed")`, `.event(.feedDidChange)`,
/// `.call("kl://feed/reload")`, `.relay(.feedItems)`, `.job("SendInvoice")`, `.taskEvent(.reload)`.
public struct WireTarget<Value: Sendable>: Sendable {
  /// A closure that returns the receiver of one wire's values.
  ///
  /// It is called when the wire is connected, in the state of the connecting code: of the process
  /// or of a fresh state.
  @usableFromInline
  typealias Connect = @Sendable (_ wire: Wire) throws -> @Sendable (Value) throws -> Void

  /// The target as data.
  public let end: WireEnd

  @usableFromInline let connect: Connect

  /// The job of a durable wire.
  @usableFromInline let durableJob: DurableJob<Value>?

  @inlinable
  init(_ end: WireEnd, durableJob: DurableJob<Value>? = nil, connect: @escaping Connect) {
    self.end = end
    self.durableJob = durableJob
    self.connect = connect
  }
}

extension WireTarget {
  /// Calls a closure on the thread of the value.
  ///
  /// - Parameters:
  ///   - name: The name in lists, messages and traces.
  ///   - body: The closure. ``Bridge/errorHandler`` gets its errors.
  /// - Returns: The target of a wire.
  @inlinable
  public static func perform(
    _ name: String, _ body: @escaping @Sendable (Value) throws -> Void
  ) -> WireTarget {
    WireTarget(WireEnd(.closure, name)) { _ in body }
  }
}
