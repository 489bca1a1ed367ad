/// Timers by the system's clock, for benchmarks, which are compiled outside of this module.
@_spi(Benchmarks)
public struct TimerBenchmark: Sendable {
  /// A function to run.
  ///
  /// It is in a struct because a bare function that is passed to generic code is wrapped in an
  /// allocated thunk.
  fileprivate struct Action: Sendable {
    let run: @Sendable () -> Void
  }

  private let timers = Timers<Action>(clock: .system(), fire: { $0.run() })

  /// Creates timers without pending elements.
  public init() {}

  /// The time since the creation of the timers.
  public var now: Duration { .nanoseconds(timers.clock.now()) }

  /// Starts a timer.
  public func start(at deadline: Duration, _ action: @escaping @Sendable () -> Void) {
    timers.apply(timers.insert(Action(run: action), at: deadline).1)
  }

  /// Starts and cancels timers in this module, so that no call from another module is measured.
  public func startAndCancel(_ count: Int, from deadline: Duration) {
    for index in 0..<count {
      let (handle, setting) = timers.insert(Action(run: {}), at: deadline + .nanoseconds(index))
      timers.apply(setting)
      timers.apply(timers.remove(handle).1)
    }
  }
}
