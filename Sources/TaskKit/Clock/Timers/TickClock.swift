import Synchronization

/// A clock that is moved by hand, one tick at a time.
///
/// - Concurrency: May be used from any thread.
final class TickClock: Sendable {
  private struct Alert {
    var setting = AlarmSetting(deadline: nil, number: 0)
    let ring: @Sendable () -> Void
  }

  private struct State {
    var ticks = 0
    var alerts: [ObjectIdentifier: Alert] = [:]

    /// Removes and returns the first of the alarms that are due.
    mutating func takeDue(at now: Int64) -> (@Sendable () -> Void)? {
      var first: (alarm: ObjectIdentifier, deadline: Int64)?
      for (alarm, alert) in alerts {
        guard let deadline = alert.setting.deadline, deadline <= first?.deadline ?? now else {
          continue
        }
        first = (alarm, deadline)
      }
      guard let alarm = first?.alarm else { return nil }
      alerts[alarm]?.setting.deadline = nil
      return alerts[alarm]?.ring
    }
  }

  /// An alarm that rings inside ``tick()``.
  private final class Alarm: TimerAlarm {
    private let clock: TickClock

    init(clock: TickClock, ring: @escaping @Sendable () -> Void) {
      self.clock = clock
      clock.state.withLock { $0.alerts[ObjectIdentifier(self)] = Alert(ring: ring) }
    }

    deinit {
      // Released after unlocking: what goes may run code.
      let alert = clock.state.withLock { $0.alerts.removeValue(forKey: ObjectIdentifier(self)) }
      _ = alert
    }

    func set(_ setting: AlarmSetting) {
      clock.state.withLock { state in
        guard let latest = state.alerts[ObjectIdentifier(self)]?.setting.number,
          setting.number > latest
        else { return }
        state.alerts[ObjectIdentifier(self)]?.setting = setting
      }
    }
  }

  /// The duration of a tick.
  let interval: Duration

  private let state = Mutex(State())

  /// Makes a clock that stands at zero.
  ///
  /// - Parameter interval: How much time passes with a tick.
  /// - Precondition: `interval` is positive.
  init(interval: Duration) {
    precondition(
      interval > .zero,
      "A clock cannot tick every \(interval): the interval must be longer than zero.")
    self.interval = interval
  }

  /// The number of ticks so far.
  var ticks: Int { state.withLock(\.ticks) }

  /// The current time, in nanoseconds.
  var now: Int64 { time(after: ticks) }

  /// Lets the time of a tick pass, and rings what is due then, until nothing is.
  ///
  /// It rings before this returns, on the calling thread. Something that keeps
  /// setting timers to moments that have passed keeps this from returning.
  func tick() {
    state.withLock { $0.ticks += 1 }
    while let ring = takeDue() { ring() }
  }

  /// Makes an alarm that rings inside ``tick()``.
  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any TimerAlarm {
    Alarm(clock: self, ring: ring)
  }

  private func takeDue() -> (@Sendable () -> Void)? {
    state.withLock { $0.takeDue(at: time(after: $0.ticks)) }
  }

  private func time(after ticks: Int) -> Int64 {
    FixedRate(start: .zero, interval: interval).time(ticks).nanosecondsPassed
  }
}
