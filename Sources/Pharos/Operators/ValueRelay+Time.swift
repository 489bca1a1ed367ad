extension ValueRelay {
  /// Returns a relay that emits a value once no other value has followed it for an interval.
  ///
  /// - Precondition: `interval` is not negative.
  /// - Concurrency: The value is emitted on the actor on which you call this. Code that belongs to
  ///   no actor is called on an arbitrary thread. Make sure that it may run there.
  @unsafe
  public func debounce(
    for interval: Duration, clock: some Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID,
    line: Int = #line
  ) -> ValueRelay<Value> {
    ValueRelay(
      main: core.debounced(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), for: interval,
        clock: clock, isolation: ObserverIsolation(isolation)))
  }

  /// Returns a relay that emits at most one change per interval.
  ///
  /// The first change is emitted immediately, as part of this relay's change. If more changes
  /// follow within the interval, the latest of them is emitted at its end, and the next interval
  /// starts. If `latest` is `false`, they are ignored instead.
  ///
  /// - Precondition: `interval` is not negative.
  /// - Concurrency: Delayed changes are emitted on the actor on which you call this. Code that
  ///   belongs to no actor is called on an arbitrary thread. Make sure that it may run there.
  @unsafe
  public func throttle(
    for interval: Duration, latest: Bool = true, clock: some Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID,
    line: Int = #line
  ) -> ValueRelay<Value> {
    let origin = CodeLocation(fileID: fileID, line: line)
    return ValueRelay(
      main: latest
        ? core.throttled(
          after: slot, origin: origin, for: interval, clock: clock,
          keepsFirst: false, isolation: ObserverIsolation(isolation))
        : core.thinned(after: slot, origin: origin, for: interval, clock: clock))
  }

  /// Returns a relay that emits at most one change per interval.
  ///
  /// `choice` selects which of the changes within an interval is emitted at its end.
  ///
  /// - Parameters:
  ///   - interval: The minimum time between two changes.
  ///   - choice: The change to emit at the end of an interval.
  ///   - clock: The clock that measures the interval.
  ///   - isolation: The actor on which delayed changes are emitted, which is the caller's.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The new relay.
  /// - Precondition: `interval` is not negative.
  /// - Concurrency: As ``throttle(for:latest:clock:isolation:fileID:line:)``.
  @unsafe
  public func throttle(
    for interval: Duration, passing choice: ThrottleChoice,
    clock: some Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID,
    line: Int = #line
  ) -> ValueRelay<Value> {
    let origin = CodeLocation(fileID: fileID, line: line)
    return ValueRelay(
      main: choice == .none
        ? core.thinned(after: slot, origin: origin, for: interval, clock: clock)
        : core.throttled(
          after: slot, origin: origin, for: interval, clock: clock,
          keepsFirst: choice == .first, isolation: ObserverIsolation(isolation)))
  }
}

/// A choice of which change a throttle emits at the end of an interval.
public enum ThrottleChoice: Sendable, Hashable {
  /// The latest change within the interval.
  case latest
  /// The first change within the interval, after the change that started it.
  case first
  /// No change: all changes within the interval are ignored.
  case none
}
