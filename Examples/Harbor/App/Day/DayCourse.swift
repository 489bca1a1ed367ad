import Foundation
import HarborContracts

/// Lets the time of a day pass, from one moment at which something happens to the next.
@MainActor final class DayCourse {
  private let pace: Duration
  private let isStopping: @MainActor () -> Bool
  private let report: @Sendable (DayMoment) -> Void
  private let log = SharedRelay.of(.log, default: [])
  private let time = SharedRelay.of(.time, default: .opening)
  private let quiet: Quiet
  private var reportedCount = 0
  private var opening = DayClock.Instant(sinceOpening: .zero)

  /// Makes a course that has not begun.
  ///
  /// - Parameters:
  ///   - pace: How long a minute takes.
  ///   - quiet: Knows when the work of a moment is done.
  ///   - isStopping: Whether the day is to end early.
  ///   - report: Called with everything that is said.
  init(
    pace: Duration, quiet: Quiet, isStopping: @escaping @MainActor () -> Bool,
    report: @escaping @Sendable (DayMoment) -> Void
  ) {
    self.pace = pace
    self.quiet = quiet
    self.isStopping = isStopping
    self.report = report
  }

  /// Goes on to the next morning, if a day has passed already.
  ///
  /// Nothing is reported of the night, and the log begins anew: a service would keep more
  /// and more.
  func begin() async throws {
    let passed = DayClock.shared.now.sinceOpening
    guard passed > .zero else { return }
    // In whole numbers: after a week, a rounded fraction would open the desk too early.
    let day = Int64(24 * 60 * 60)
    let days = (passed.components.seconds + day - 1) / day
    opening = DayClock.Instant(sinceOpening: .seconds(days * day))
    try await pass(until: opening, isNight: true)
    log.set([])
  }

  /// Has something happen now, and waits for what comes of it.
  func have(_ happen: @MainActor () async -> Void) async throws {
    await happen()
    try await quiet.wait(unless: isStopping)
    tell()
  }

  /// Lets time pass, with all that is due up to its end.
  func pass(until end: DayTime) async throws {
    try await pass(until: end.instant(onDayOpeningAt: opening), isNight: false)
  }

  private func pass(until end: DayClock.Instant, isNight: Bool) async throws {
    while !isStopping(), let next = DayClock.shared.nextDeadline, next <= end {
      await move(to: next, isNight: isNight)
      try await wakeSleepers()
      if !isNight { tell() }
    }
    await move(to: end, isNight: isNight)
  }

  private func move(to moment: DayClock.Instant, isNight: Bool) async {
    let passed = DayClock.shared.now.duration(to: moment)
    guard passed > .zero, !isStopping() else { return }
    if pace > .zero, !isNight {
      // Cancelled when the app is asked to stop, which is asked right after.
      try? await Task.sleep(for: pace * (passed / .seconds(60)))
      guard !isStopping() else { return }
    }
    DayClock.shared.advance(to: moment)
    time.set(DayTime(moment))
  }

  /// Wakes who sleeps until now, one after the other.
  private func wakeSleepers() async throws {
    let before = quiet.ends
    let due = dueTasks
    while !isStopping(), DayClock.shared.wakeNext() {
      try await quiet.wait(unless: isStopping)
    }
    try await quiet.wait(for: due, since: before, unless: isStopping)
  }

  /// The tasks that the clock runs now.
  private var dueTasks: Set<String> {
    let now = DayClock.shared.now.sinceOpening / .seconds(1)
    return Set(
      TaskManager.shared.list.compactMap { task in
        guard let date = task.nextFireTime, date <= HarborDay.date(after: now) else { return nil }
        return task.name
      })
  }

  private func tell() {
    let lines = log.value
    for line in lines[reportedCount...] { report(DayMoment(line)) }
    reportedCount = lines.count
  }
}
