import Synchronization

/// Records events in their order, so that a test can wait for them.
///
/// ```swift
/// let visits = EventRecorder<String>()
/// router.onVisit = { visits.record($0) }
/// router.open("harbor://pier/7")
/// #expect(try await visits.waitForEvents(count: 1) == ["harbor://pier/7"])
/// ```
///
/// - Concurrency: All functions can be called from any thread. Waiting tasks are resumed without a
///   lock.
public final class EventRecorder<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var observers = CountWaiters()
  }

  private let state = Mutex(State())

  /// Creates a recorder without events.
  public init() {}

  /// The events so far, with the oldest first.
  public var events: [Event] { state.withLock(\.events) }

  /// Adds an event.
  public func record(_ event: Event) {
    let observers = state.withLock { state in
      state.events.append(event)
      return state.observers.takeSatisfied(by: state.events.count)
    }
    for observer in observers { observer.resume() }
  }

  /// Waits until at least `count` events have been recorded.
  ///
  /// If ``reset()`` is called during the wait, the count restarts.
  ///
  /// - Returns: The first `count` events, even if more were recorded.
  /// - Throws: `CancellationError` if the task is cancelled first.
  @discardableResult
  public func waitForEvents(count: Int) async throws -> [Event] {
    while true {
      let ticket = Ticket.next()
      try await wait(
        keep: { waiter in
          state.withLock { state in
            if Task.isCancelled { return .failure(CancellationError()) }
            if state.events.count >= count { return .success(()) }
            state.observers.add(waiter, until: count, as: ticket)
            return nil
          }
        },
        withdraw: { self.state.withLock { $0.observers.remove(ticket) } })
      // The events are read again, because a reset may have occurred since the last event.
      let events = self.events
      if events.count >= count { return Array(events.prefix(count)) }
    }
  }

  /// Removes the events so far.
  ///
  /// - Returns: The removed events. An event that is recorded at the same time is either returned
  ///   or kept, and never lost.
  @discardableResult
  public func reset() -> [Event] {
    state.withLock { state in
      let events = state.events
      state.events = []
      return events
    }
  }
}
