import TaskKit
public import TaskStore

// Jobs of TaskStore.

/// A state of jobs that a wire is for.
public struct WireJobState: RawRepresentable, Sendable, Hashable {
  /// The word, as `JobChange.State.name` has it.
  public let rawValue: String

  /// Makes the state with this word.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// An attempt begins.
  public static let running = WireJobState(rawValue: "running")
  /// The job reports how far it has come.
  public static let progress = WireJobState(rawValue: "progress")
  /// The job is done.
  public static let succeeded = WireJobState(rawValue: "succeeded")
  /// An attempt failed, and there is another one after a pause.
  public static let retried = WireJobState(rawValue: "retried")
  /// The job failed in its last attempt.
  public static let failed = WireJobState(rawValue: "failed")
  /// The job was cancelled while it ran.
  public static let cancelled = WireJobState(rawValue: "cancelled")
  /// The process has given the job back, and the attempt does not count.
  public static let returned = WireJobState(rawValue: "returned")
}

extension WireSource where Value == JobChange {
  /// The steps of the jobs of a name that this process runs, or those to some states.
  ///
  /// They are carried one after the other in a task of the wire's own; jobs do not wait for it.
  public static func job(_ name: String, _ states: WireJobState...) -> WireSource {
    let words = states.map(\.rawValue)
    return WireSource(WireEnd(.job, [name], states: words)) { _, deliver in
      let watch = TaskManager.shared.jobs.watch(name) { change in
        if words.isEmpty || words.contains(change.state.name) { deliver(change) }
      }
      return { watch.cancel() }
    }
  }
}

extension WireTarget where Value: Codable {
  /// Enqueues a job with the value as its payload.
  ///
  /// The source does not wait until the job is stored. Values are enqueued one after the other,
  /// in the order in which they come; one that cannot be is an error of the wire.
  ///
  /// - Parameters:
  ///   - name: The name of the job.
  ///   - queue: The queue of a job that is declared in other processes only.
  /// - Returns: Where a wire may lead.
  public static func job(_ name: String, queue: String? = nil) -> WireTarget {
    WireTarget(WireEnd(.job, [name], queue: queue)) { wire in
      let jobs = TaskManager.shared.jobs
      let location = wire.location
      let delivery = OrderedDelivery<Value> { value in
        do {
          try await jobs.enqueue(
            name, value, queue: queue, fileID: location.fileID, line: location.line)
        } catch {
          wire.fail(error)
        }
      }
      return { value in delivery.send(value) }
    }
  }
}
