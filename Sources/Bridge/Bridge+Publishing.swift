import RecordFormat
public import RheaTime
import TaskKit
public import TaskStore

extension Bridge {
  /// Publishes an event in a transaction of the caller.
  ///
  /// ```swift
  /// try await Bridge.publish(.orderPlaced, order, in: .sqlite(connection))
  /// ```
  ///
  /// Each durable wire of the event gets its job in this transaction. The jobs and the caller's
  /// other changes are committed or rolled back together. If this method throws, roll back the
  /// transaction.
  ///
  /// Callbacks and other wires of the event run in this process after the commit, and never after a
  /// rollback. With SQLite, they run within a second. If the process ends first, they do not run.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - value: Its value.
  ///   - transaction: A transaction in the database of the store of `TaskManager.shared`.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The identifiers of the jobs, in the order in which the wires were connected.
  /// - Throws: A `TaskStoreError` if no store is set or the transaction does not belong to it. A
  ///   ``BridgeError`` if a wire cannot take the value, before anything is stored. Or an error of
  ///   the driver.
  @discardableResult
  public static func publish<Value: Codable & Sendable>(
    _ event: TypedRheaEvent<Value>, _ value: Value, in transaction: some JobTransaction,
    fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    let location = CodeLocation(fileID: fileID, line: line)
    var publication = try Publication(event, value, at: location)
    let hasListeners = publication.hasListenersInMemory
    if hasListeners { try publication.addOccurrence() }
    let ids = try await publication.batch.store(in: transaction)
    return hasListeners ? ids.dropLast() : ids
  }

  /// Publishes an event in a transaction of the store.
  ///
  /// All durable wires of the event get their jobs, or none does. Callbacks and other wires of the
  /// event run after the commit. Callbacks of the main actor have returned when this method returns.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - value: Its value.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The identifiers of the jobs, in the order in which the wires were connected.
  /// - Throws: A `TaskStoreError` if no store is set. A ``BridgeError`` if a wire cannot take the
  ///   value, before anything is stored. Or an error of the store.
  @discardableResult
  public static func publish<Value: Codable & Sendable>(
    _ event: TypedRheaEvent<Value>, _ value: Value, fileID: String = #fileID, line: Int = #line
  ) async throws -> [JobID] {
    let location = CodeLocation(fileID: fileID, line: line)
    let publication = try Publication(event, value, at: location)
    let ids = try await publication.batch.store()
    await publication.occurrence(value)
    return ids
  }
}

/// One publication of an event: the jobs of its durable wires, and its occurrence in memory.
///
/// A commit on a connection of the caller cannot be observed, because the hooks of the connection
/// belong to the caller. The occurrence is therefore a job as well, in a queue that only this
/// process claims. When it is claimed, the transaction has been committed.
private struct Publication<Value: Codable & Sendable> {
  let event: RheaEvent
  let value: Value
  let wires: [Wire]
  var batch: JobBatch
  /// Triggers the event in memory, for the listeners that are not durable.
  let occurrence: @MainActor @Sendable (Value) -> Void

  /// Collects the jobs of all durable wires.
  init(_ event: TypedRheaEvent<Value>, _ value: Value, at location: CodeLocation) throws {
    let event = event.event
    let (center, scope) = (BridgeCenter.current, RheaScope.current)
    self.event = event
    self.value = value
    wires = center.durableWires(of: event)
    batch = try TaskManager.shared.jobs.batch(at: location)
    for wire in wires {
      do {
        try wire.publish(value, to: &batch)
      } catch {
        throw BridgeError.notPublished(event, by: wire, at: location, because: error)
      }
    }
    occurrence = { value in
      let wires = center.durableWires(of: event)
      for wire in wires { wire.setPublished(true) }
      scope.trigger(event, param: value, at: location)
      for wire in wires { wire.setPublished(false) }
    }
  }

  /// A Boolean value that indicates whether callbacks or plain wires wait for the event.
  var hasListenersInMemory: Bool {
    // Each durable wire has one callback.
    Rhea.callbacks(for: event).count { $0.state == .waiting } > wires.count
  }

  /// Adds the job that triggers the event in this process.
  mutating func addOccurrence() throws {
    try batch.addHere("event \(event)", value, tag: event.tag) { [occurrence] value in
      await occurrence(value)
    }
  }
}

extension BridgeCenter {
  /// Returns the connected durable wires of an event.
  fileprivate func durableWires(of event: RheaEvent) -> [Wire] {
    wires.filter {
      $0.to.isDurable && $0.from.names == [event.rawValue] && $0.isConnected
    }
  }
}
