import Foundation
import ProcessLifecycle
import SectionRegistry
import Synchronization
import ToolkitTrace

/// The subscriptions to the process's events that the tasks need.
///
/// Listening to a signal catches it, so an event is listened to only once a task for it exists.
final class EventSources: Sendable {
  private struct State: Sendable {
    var events: TaskEvent = []
    var notifications: Set<Notification.Name> = []
    /// The other subscribed sources.
    var others: Set<Other> = []
    /// A Boolean value that indicates whether the process was asked to stop and has not resumed.
    var isStopped = false
  }

  private enum Other {
    case end
    case clocks
    case ticks
    case stops
    case libraries
  }

  private let state = Mutex(State())

  /// Marks a source as subscribed.
  ///
  /// - Returns: `false` if it was subscribed before.
  private func isNew(_ source: Other) -> Bool {
    state.withLock { $0.others.insert(source).inserted }
  }

  /// A process event, with the task events that it triggers.
  typealias Source = (said: ProcessEvent, brings: [TaskEvent])

  /// The process events that trigger task events on every platform.
  private static let processSources: [Source] = [
    (.user1, [.reserved1]),
    (.user2, [.reserved2]),
    (.idle, [.idle]),
    (.hangup, [.reload]),
  ]

  /// Listens to the process's events that new tasks need.
  ///
  /// - Complexity: Linear in the new tasks, independent of the number of existing ones.
  func listen(to new: [TaskEntry], for manager: TaskManager) {
    guard manager.world.listensToProcess else { return }
    var events: TaskEvent = []
    var notifications: Set<Notification.Name> = []
    for definition in new.lazy.map(\.definition) {
      switch definition.trigger {
      case .event(let event): events.formUnion(event)
      case .notification(let name): notifications.insert(name)
      case .date, .timer, .schedule, .unreadable: break
      }
      if definition.trigger.isByDate { listenToClocks(for: manager) }
      if definition.shutdown != nil { listenToEnd(for: manager) }
    }
    listen(to: events, for: manager)
    listen(to: notifications, for: manager)
  }

  /// Listens to loaded libraries, so that their scheduled tasks start immediately and not at the
  /// next read of the tasks.
  func listenToLibraries(for manager: TaskManager) {
    guard manager.world.listensToProcess, isNew(.libraries) else { return }
    SectionRegistry.onChange { [weak manager] added in
      guard added.contains(where: { $0.kind == .scheduledTask }) else { return }
      manager?.withState { _ in }
    }
  }

  /// Listens to the process's events that these need and that are not subscribed yet.
  private func listen(to events: TaskEvent, for manager: TaskManager) {
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
      // A process that can reload does not end on a hang-up.
      if source.said == .hangup {
        ProcessLifecycle.answer(source.said, body)
      } else {
        ProcessLifecycle.on(source.said, body)
      }
    }
    if new.contains(.significantTimeChange), Self.followsDays { followDays(for: manager) }
    if new.contains(.willTerminate) { listenToEnd(for: manager) }
  }

  /// Listens to stops of the process, and to the signal that resumes it.
  ///
  /// `SIGCONT` alone triggers nothing: `timeout` and systemd send it after `SIGTERM`, so that a
  /// stopped process can end. A stop by `SIGSTOP` cannot be noticed, and does not count as a stop.
  private func listenToStops(for manager: TaskManager, bringing events: [TaskEvent]) {
    guard isNew(.stops) else { return }
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

  /// Listens to notifications that are not subscribed yet.
  private func listen(to names: Set<Notification.Name>, for manager: TaskManager) {
    let new = state.withLock { state in
      let new = names.subtracting(state.notifications)
      state.notifications.formUnion(names)
      return new
    }
    for name in new {
      // Never removed: the manager of the process lives as long as the process. The manager of a
      // test ignores notifications for which it has no task.
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
        [weak manager] notification in manager?.post(notification)
      }
    }
  }

  /// Listens to the end of the process, for tasks with work at the end.
  private func listenToEnd(for manager: TaskManager) {
    guard isNew(.end) else { return }
    for said in [ProcessEvent.terminate, .interrupt, .exit] + Self.applicationEndings {
      ProcessLifecycle.on(said) { [weak manager] _ in await manager?.terminate() }
    }
  }

  /// Listens to changes of the system clock and of the time zone.
  func listenToClocks(for manager: TaskManager) {
    guard isNew(.clocks) else { return }
    ProcessLifecycle.on(.wallClockChanged) { [weak manager] _ in
      manager?.scheduler.timeWasSet()
    }
    ProcessLifecycle.on(.timeZoneChanged) { [weak manager] _ in
      manager?.scheduler.zonesHaveChanged()
    }
  }

  /// Listens to the ticks of a clock that is advanced by hand.
  func listenToTicks(for manager: TaskManager) {
    guard isNew(.ticks) else { return }
    // Never removed, as with other notifications.
    _ = NotificationCenter.default.addObserver(
      forName: RWAppClockTicktockNotificationKey, object: nil, queue: nil
    ) { [weak manager] _ in manager?.scheduler.tick() }
  }

  /// Triggers a significant change of time at every midnight.
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
