import RheaTime
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

/// The way in which a wire stores its job.
public struct WireDelivery: Sendable, Hashable {
  /// The job is stored in the transaction of the code that publishes the event, with
  /// `Bridge.publish`.
  public static let durable = WireDelivery()
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
      enqueuing(name, queue: queue, traits: [], for: wire)
    }
  }

  /// Enqueues a job with the value as its payload, in the transaction of the code that publishes
  /// the event.
  ///
  /// ```swift
  /// Bridge.connect(.event(.orderPlaced), to: .job("SendInvoice", .durable))
  /// ```
  ///
  /// The source must be an event with a value of a known type, which is published with
  /// `Bridge.publish`. If the event is only triggered, the job is stored in a transaction of its
  /// own.
  ///
  /// - Parameters:
  ///   - name: The name of the job.
  ///   - delivery: `.durable`.
  ///   - queue: The queue of a job that is declared only in other processes.
  /// - Returns: The target of a wire.
  public static func job(
    _ name: String, _ delivery: WireDelivery, queue: String? = nil
  ) -> WireTarget {
    WireTarget(
      WireEnd(.job, [name], queue: queue, isDurable: true),
      durableJob: DurableJob(name: name) { value, event, batch in
        try batch.add(name, value, tag: event.tag, queue: queue)
      }
    ) { wire in
      let tags = wire.from.names.map { JobTrait<Value>.tags(RheaEvent(rawValue: $0).tag) }
      return enqueuing(name, queue: queue, traits: tags, for: wire)
    }
  }

  /// Returns a function that enqueues values one after the other.
  private static func enqueuing(
    _ name: String, queue: String?, traits: [JobTrait<Value>], for wire: Wire
  ) -> @Sendable (Value) -> Void {
    let jobs = TaskManager.shared.jobs
    let location = wire.location
    let delivery = OrderedDelivery<Value> { value in
      do {
        try await jobs.enqueue(name, value, traits, queue: queue, at: location)
      } catch {
        wire.fail(error)
      }
    }
    return { value in delivery.send(value) }
  }
}

/// The job of a durable wire, which takes values of one type.
@usableFromInline
struct DurableJob<Value: Sendable>: Sendable {
  let name: String
  /// Adds the job with a value of an event.
  let add: @Sendable (Value, RheaEvent, inout JobBatch) throws -> Void
}

extension RheaEvent {
  /// The tag of the jobs that the event's durable wires store.
  var tag: String { Self.tagPrefix + rawValue }

  private static let tagPrefix = "event:"

  /// Returns the name of the event with a tag, or `nil` for another tag.
  static func name(ofTag tag: String) -> String? {
    tag.hasPrefix(tagPrefix) ? String(tag.dropFirst(tagPrefix.count)) : nil
  }
}

extension BridgeCenter {
  /// Starts to observe an event for a durable wire, and lets publications use the wire.
  @usableFromInline
  func listen<Value, Mapped>(
    to source: WireSource<Value>, by wire: Wire, _ job: DurableJob<Mapped>,
    _ arrive: @escaping @Sendable (Mapped) throws -> Void,
    where isIncluded: (@Sendable (Value) -> Bool)?,
    map: @escaping @Sendable (Value) throws -> Mapped
  ) throws -> @Sendable () -> Void {
    guard source.end.kind == .event, Value.self != RheaContext.self else {
      throw WireMisfit(
        """
        '.durable' needs an event with a value of a known type as its source, a \
        'TypedRheaEvent', which 'Bridge.publish' stores
        """)
    }
    let event = RheaEvent(rawValue: source.end.names.first ?? "")
    wire.setJob { value, batch in
      guard let value = value as? Value else {
        throw WireMisfit("the wire takes values of type '\(Value.self)', not '\(type(of: value))'")
      }
      guard isIncluded?(value) ?? true else { return false }
      let mapped = try map(value)
      if let payload = try TaskManager.shared.jobs.payload(of: job.name),
        payload.type != Mapped.self
      {
        throw WireMisfit(
          """
          the job '\(job.name)' (\(payload.location)) takes payloads of type '\(payload.type)', not \
          '\(Mapped.self)': convert the value with the 'map:' of the wire
          """)
      }
      try job.add(mapped, event, &batch)
      return true
    }
    return try source.listen(wire) { value in
      guard !wire.takePublished(), isIncluded?(value) ?? true else { return }
      wire.carry { try arrive(try map(value)) }
    }
  }
}
