extension ValueRelay {
  /// Makes a relay to which a value passes when no other has come after it for some
  /// time.
  ///
  /// - Precondition: `interval` is not negative.
  /// - Concurrency: The value passes on the actor on which this is called. Code that
  ///   belongs to no actor is called on no particular thread,
  ///   and must be fit for that.
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

  /// Makes a relay to which at most one change passes in a time.
  ///
  /// The first passes at once, as part of this relay's change. Of those that come
  /// within the time after it, the latest passes at its end, and the time begins
  /// anew; without `latest` none does.
  ///
  /// - Precondition: `interval` is not negative.
  /// - Concurrency: What passes later does so on the actor on which this is called.
  ///   Code that belongs to no actor is notified of it on no particular
  ///   thread, and must be fit for that.
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

  /// Makes a relay to which at most one change passes in a time, and of those that come
  /// within the time after it, the one that is named, when the time is over.
  ///
  /// - Parameters:
  ///   - interval: The time.
  ///   - choice: Which of them passes.
  ///   - clock: What measures it.
  ///   - isolation: Where it passes: where this is called.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
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

/// Which of the changes that come too soon for a throttle passes when its time is over.
public enum ThrottleChoice: Sendable, Hashable {
  /// The latest of them.
  case latest
  /// The first of them.
  case first
  /// None of them.
  case none
}
