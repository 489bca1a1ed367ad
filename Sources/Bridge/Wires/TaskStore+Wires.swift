import TaskKit
public import TaskStore

// Jobs of TaskStore.

/// A state of jobs that a wire observes.
public struct WireJobState: RawRepresentable, Sendable, Hashable {
  /// The name of the state, as in `JobChange.State.name`.
  public let rawValue: String

  /// Creates the state with a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// An attempt starts.
  public static let running = WireJobState(rawValue: "running")
  /// The job reports its progress.
  public static let progress = WireJobState(rawValue: "progress")
  /// The job succeeded.
  public static let succeeded = WireJobState(rawValue: "succeeded")
  /// An attempt failed, and another one follows after a pause.
  public static let retried = WireJobState(rawValue: "retried")
  /// The job runs again at a later time, or when a signal has arrived.
  public static let suspended = WireJobState(rawValue: "suspended")
  /// The job failed in its last attempt.
  public static let failed = WireJobState(rawValue: "failed")
  /// The job was cancelled while it ran.
  public static let cancelled = WireJobState(rawValue: "cancelled")
  /// The process returned the job, and the attempt does not count.
  public static let returned = WireJobState(rawValue: "returned")
}

extension WireSource where Value == JobChange {
  /// The changes of jobs that this process runs, or only their changes to some states.
  ///
  /// They are carried one after the other in a separate task of the wire. Jobs do not wait for it.
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
  /// The source does not wait until the job is stored. Values are enqueued one after the other, in
  /// their order. If a value cannot be enqueued, the wire reports an error.
  ///
  /// - Parameters:
  ///   - name: The name of the job.
  ///   - queue: The queue of a job that is declared only in other processes.
  /// - Returns: The target of a wire.
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
