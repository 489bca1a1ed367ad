import Synchronization
public import TaskKit

// Tasks and events of TaskKit.

/// A state of tasks that a wire is for.
public struct WireTaskState: RawRepresentable, Sendable, Hashable {
  /// The word, as `TaskChange.State.name` has it.
  public let rawValue: String

  /// Makes the state with this word.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The task is part of a run that begins.
  public static let scheduled = WireTaskState(rawValue: "scheduled")
  /// The task begins.
  public static let running = WireTaskState(rawValue: "running")
  /// The task says how far it has come.
  public static let progress = WireTaskState(rawValue: "progress")
  /// The task did what it does.
  public static let done = WireTaskState(rawValue: "done")
  /// The task threw an error each time it was tried, or took too long.
  public static let failed = WireTaskState(rawValue: "failed")
  /// The task did not begin.
  public static let skipped = WireTaskState(rawValue: "skipped")
  /// The task was cancelled, or one of its dependencies was.
  public static let cancelled = WireTaskState(rawValue: "cancelled")
}

extension WireSource where Value == TaskChange {
  /// The steps of a task, or those to some states; carried where the task runs, which
  /// waits meanwhile.
  public static func task(_ name: String, _ states: WireTaskState...) -> WireSource {
    let words = states.map(\.rawValue)
    return WireSource(WireEnd(.task, [name], states: words)) { _, deliver in
      let watch = TaskManager.shared.watch(name) { change in
        if words.isEmpty || words.contains(change.state.name) { deliver(change) }
      }
      return { watch.cancel() }
    }
  }
}

extension WireSource where Value == TaskContext {
  /// An event of TaskKit: the wire is a task of it, on the main actor.
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
        // If it was destroyed before, the wire was cut, too.
        try? manager?.destroyTask(named: name)
      }
    }
  }
}

extension WireTarget {
  /// Runs tasks by their names, each by itself; what the wire carries is among their
  /// options.
  ///
  /// See `TaskManager.runTask(named:options:fileID:line:)`.
  public static func task(_ names: String...) -> WireTarget { tasks(names) }

  /// Runs tasks by their names, each by itself.
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

  /// Says that an event of TaskKit happens; what the wire carries is among its options.
  public static func taskEvent(_ event: TaskEvent) -> WireTarget {
    WireTarget(WireEnd(.taskEvent, event.names)) { wire in
      let once: TaskEvent = [.willFinishLaunching, .didFinishLaunching]
      guard once.isDisjoint(with: event) else {
        throw WireMisfit("\(event) comes by itself, once in a process")
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
  /// The names of its members, as they are written in code without the dot.
  fileprivate var names: [String] { members.map { String($0.description.dropFirst()) } }
}

/// Names for the tasks that wires are.
enum WireTaskName {
  /// The prefix of the names of all of them.
  static let prefix = "wire #"

  private static let latest = Atomic(0)

  /// A name that no other task has.
  static func next(for wire: Wire) -> String {
    "\(prefix)\(latest.wrappingAdd(1, ordering: .relaxed).newValue): \(wire.name)"
  }
}

/// The target of a wire: something that is done with the value that comes.
///
/// The static members are the things there are: `.task("RefreshFeed")`,
/// `.event(.feedDidChange)`, `.call("kl://feed/reload")`, `.relay(.feedItems)`,
/// `.job("SendInvoice")`, `.taskEvent(.reload)`.
public struct WireTarget<Value: Sendable>: Sendable {
  /// Makes what takes the values of one wire.
  ///
  /// It is called when the wire is connected, in the state in which that happens: that of
  /// the process or of a test.
  @usableFromInline
  typealias Connect = @Sendable (_ wire: Wire) throws -> @Sendable (Value) throws -> Void

  /// The target as data.
  public let end: WireEnd

  @usableFromInline let connect: Connect

  @inlinable
  init(_ end: WireEnd, connect: @escaping Connect) {
    self.end = end
    self.connect = connect
  }
}

extension WireTarget {
  /// Does what a closure does, on the thread on which the value comes.
  ///
  /// - Parameters:
  ///   - name: What lists, messages and traces call it.
  ///   - body: What is done. What it throws is reported to ``Bridge/errorHandler``.
  /// - Returns: Where a wire may lead.
  @inlinable
  public static func perform(
    _ name: String, _ body: @escaping @Sendable (Value) throws -> Void
  ) -> WireTarget {
    WireTarget(WireEnd(.closure, name)) { _ in body }
  }
}
