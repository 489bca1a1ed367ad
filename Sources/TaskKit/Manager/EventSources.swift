import Foundation
import ProcessLifecycle
import Synchronization
import ToolkitTrace

/// Listens to the process for what any task is for.
///
/// Listening to a signal catches it, so nothing is listened to before there is a
/// task for it.
final class EventSources: Sendable {
  private struct State: Sendable {
    var events: TaskEvent = []
    var notifications: Set<Notification.Name> = []
    var isListeningToEnd = false
    var isListeningToClocks = false
    var isListeningToTicks = false
    var isListeningToStops = false
    /// A Boolean value that indicates whether the process was asked to stop and has not gone on.
    var isStopped = false
  }

  private let state = Mutex(State())

  /// Which events a process event brings.
  typealias Source = (said: ProcessEvent, brings: [TaskEvent])

  /// The process events that bring events on every platform.
  private static let processSources: [Source] = [
    (.user1, [.reserved1]),
    (.user2, [.reserved2]),
    (.idle, [.idle]),
    (.hangup, [.reload]),
  ]

  /// Listens to what these events need and has not been listened to yet.
  func listen(to events: TaskEvent, for manager: TaskManager) {
    let new = state.withLock { state in
      let new = events.subtracting(state.events)
      state.events.formUnion(events)
      return new
    }
    guard !new.isEmpty else { return }
    for source in Self.applicationSources + Self.processSources {
      let brought = source.brings.filter(new.contains)
      guard !brought.isEmpty else { continue }
      if source.said == .resume {
        listenToStops(for: manager, bringing: source.brings)
        continue
      }
      let body: LifecycleListener.Body = { [weak manager] _ in
        for event in brought { await manager?.happen(event) }
      }
      // A process that can reload means to live on.
      if source.said == .hangup {
        ProcessLifecycle.answer(source.said, body)
      } else {
        ProcessLifecycle.on(source.said, body)
      }
    }
    if new.contains(.significantTimeChange), Self.followsDays { followDays(for: manager) }
    if new.contains(.willTerminate) { listenToEnd(for: manager) }
  }

  /// Listens to stops of the process, and to the signal that lets it go on.
  ///
  /// `SIGCONT` alone brings nothing: `timeout` and systemd send it after `SIGTERM`, so that a
  /// stopped process can end. A stop by `SIGSTOP` cannot be noticed, and counts as none.
  private func listenToStops(for manager: TaskManager, bringing events: [TaskEvent]) {
    let isNew = state.withLock { state in
      defer { state.isListeningToStops = true }
      return !state.isListeningToStops
    }
    guard isNew else { return }
    ProcessLifecycle.on(.suspend) { [weak self] _ in
      self?.state.withLock { $0.isStopped = true }
    }
    ProcessLifecycle.on(.resume) { [weak self, weak manager] _ in
      let wasStopped = self?.state.withLock { state in
        defer { state.isStopped = false }
        return state.isStopped
      }
      guard let manager, wasStopped == true, !manager.isAskedToEnd else { return }
      for event in events { await manager.happen(event) }
    }
  }

  /// Listens to notifications that have not been listened to yet.
  func listen(to names: Set<Notification.Name>, for manager: TaskManager) {
    let new = state.withLock { state in
      let new = names.subtracting(state.notifications)
      state.notifications.formUnion(names)
      return new
    }
    for name in new {
      // Never removed: the manager of the process lives as long as it does, and that of
      // a test gets notifications that no task of it runs for.
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
        [weak manager] notification in manager?.post(notification)
      }
    }
  }

  /// Listens to the end of the process, for tasks that have something to do then.
  func listenToEnd(for manager: TaskManager) {
    let isNew = state.withLock { state in
      defer { state.isListeningToEnd = true }
      return !state.isListeningToEnd
    }
    guard isNew else { return }
    for said in [ProcessEvent.terminate, .interrupt, .exit] + Self.applicationEndings {
      ProcessLifecycle.on(said) { [weak manager] _ in await manager?.terminate() }
    }
  }

  /// Listens to changes of clocks and of time zones.
  func listenToClocks(for manager: TaskManager) {
    let isNew = state.withLock { state in
      defer { state.isListeningToClocks = true }
      return !state.isListeningToClocks
    }
    guard isNew else { return }
    ProcessLifecycle.on(.wallClockChanged) { [weak manager] _ in
      manager?.scheduler.timeWasSet()
    }
    ProcessLifecycle.on(.timeZoneChanged) { [weak manager] _ in
      manager?.scheduler.zonesHaveChanged()
    }
  }

  /// Listens to the ticks of a clock that is moved by hand.
  func listenToTicks(for manager: TaskManager) {
    let isNew = state.withLock { state in
      defer { state.isListeningToTicks = true }
      return !state.isListeningToTicks
    }
    guard isNew else { return }
    // Never taken back, as with other notifications.
    _ = NotificationCenter.default.addObserver(
      forName: RWAppClockTicktockNotificationKey, object: nil, queue: nil
    ) { [weak manager] _ in manager?.scheduler.tick() }
  }

  /// A new day is a significant change of time, too.
  private func followDays(for manager: TaskManager) {
    Task.detached(priority: .utility) { [weak manager] in
      while let time = manager?.time {
        let now = Date()
        guard
          let midnight = Calendar.current.nextDate(
            after: now, matching: DateComponents(hour: 0), matchingPolicy: .nextTime),
          (try? await time.sleep(.seconds(midnight.timeIntervalSince(now)))) != nil
        else { return }
        await manager?.happen(.significantTimeChange)
      }
    }
  }
}
