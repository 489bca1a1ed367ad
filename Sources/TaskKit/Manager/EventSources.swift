import Foundation
import ProcessLifecycle
import SectionRegistry
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
    /// The sources beside these that are listened to.
    var others: Set<Other> = []
    /// A Boolean value that indicates whether the process was asked to stop and has not gone on.
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

  /// Notes that a source is listened to.
  ///
  /// - Returns: Whether it was not before.
  private func isNew(_ source: Other) -> Bool {
    state.withLock { $0.others.insert(source).inserted }
  }

  /// Which events a process event brings.
  typealias Source = (said: ProcessEvent, brings: [TaskEvent])

  /// The process events that bring events on every platform.
  private static let processSources: [Source] = [
    (.user1, [.reserved1]),
    (.user2, [.reserved2]),
    (.idle, [.idle]),
    (.hangup, [.reload]),
  ]

  /// Listens to what new tasks need of the process.
  ///
  /// - Complexity: Linear in the new tasks, however many there are.
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

  /// Listens to libraries that are loaded, whose scheduled tasks begin then and not when tasks
  /// are next read.
  func listenToLibraries(for manager: TaskManager) {
    guard manager.world.listensToProcess, isNew(.libraries) else { return }
    SectionRegistry.onChange { [weak manager] added in
      guard added.contains(where: { $0.kind == .scheduledTask }) else { return }
      manager?.withState { _ in }
    }
  }

  /// Listens to what these events need and has not been listened to yet.
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

  /// Listens to notifications that have not been listened to yet.
  private func listen(to names: Set<Notification.Name>, for manager: TaskManager) {
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
  private func listenToEnd(for manager: TaskManager) {
    guard isNew(.end) else { return }
    for said in [ProcessEvent.terminate, .interrupt, .exit] + Self.applicationEndings {
      ProcessLifecycle.on(said) { [weak manager] _ in await manager?.terminate() }
    }
  }

  /// Listens to changes of clocks and of time zones.
  func listenToClocks(for manager: TaskManager) {
    guard isNew(.clocks) else { return }
    ProcessLifecycle.on(.wallClockChanged) { [weak manager] _ in
      manager?.scheduler.timeWasSet()
    }
    ProcessLifecycle.on(.timeZoneChanged) { [weak manager] _ in
      manager?.scheduler.zonesHaveChanged()
    }
  }

  /// Listens to the ticks of a clock that is moved by hand.
  func listenToTicks(for manager: TaskManager) {
    guard isNew(.ticks) else { return }
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
