import Synchronization

/// Keeps what happened, in the order it happened, and lets a test wait for it.
///
/// ```swift
/// let visits = EventRecorder<String>()
/// router.onVisit = { visits.record($0) }
/// router.open("harbor://pier/7")
/// #expect(try await visits.waitForEvents(count: 1) == ["harbor://pier/7"])
/// ```
///
/// - Concurrency: All methods may be called from any thread. Waiting tasks are
///   resumed with no lock held.
public final class EventRecorder<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var observers = CountWaiters()
  }

  private let state = Mutex(State())

  /// Creates a recorder without events.
  public init() {}

  /// The events so far, oldest first.
  public var events: [Event] { state.withLock(\.events) }

  /// Adds an event.
  public func record(_ event: Event) {
    let observers = state.withLock { state in
      state.events.append(event)
      return state.observers.takeSatisfied(by: state.events.count)
    }
    for observer in observers { observer.resume() }
  }

  /// Waits until there are at least `count` events.
  ///
  /// A ``reset()`` in the meantime starts the count over.
  ///
  /// - Returns: The first `count` events, even if there are more by now.
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
      // Again, because a reset may have come between the last event and this.
      let events = self.events
      if events.count >= count { return Array(events.prefix(count)) }
    }
  }

  /// Forgets the events so far.
  ///
  /// - Returns: The forgotten events. None is lost between the two: whatever is
  ///   recorded at the same time is either among them or kept.
  @discardableResult
  public func reset() -> [Event] {
    state.withLock { state in
      let events = state.events
      state.events = []
      return events
    }
  }
}
