extension SharedRelay {
  /// Makes a relay to which a value passes when no other has come after it for some
  /// time.
  ///
  /// - Precondition: `interval` is not negative.
  public func debounce(
    for interval: Duration, clock: some Clock<Duration> = ContinuousClock(),
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> {
    SharedRelay(
      main: core.debounced(
        after: slot, origin: CodeLocation(fileID: fileID, line: line), for: interval,
        clock: clock, isolation: ObserverIsolation(nil)))
  }

  /// Makes a relay to which at most one change passes in a time, as
  /// ``ValueRelay/throttle(for:latest:clock:isolation:fileID:line:)`` does.
  ///
  /// - Precondition: `interval` is not negative.
  public func throttle(
    for interval: Duration, latest: Bool = true, clock: some Clock<Duration> = ContinuousClock(),
    fileID: String = #fileID, line: Int = #line
  ) -> SharedRelay<Value> {
    let origin = CodeLocation(fileID: fileID, line: line)
    return SharedRelay(
      main: latest
        ? core.throttled(
          after: slot, origin: origin, for: interval, clock: clock,
          keepsFirst: false, isolation: ObserverIsolation(nil))
        : core.thinned(after: slot, origin: origin, for: interval, clock: clock))
  }

  /// Makes a relay to which at most one change passes in a time, and of those that come
  /// within the time after it, the one that is named, when the time is over.
  ///
  /// - Parameters:
  ///   - interval: The time.
  ///   - choice: Which of them passes.
  ///   - clock: What measures it.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  /// - Returns: The new relay.
  /// - Precondition: `interval` is not negative.
  public func throttle(
    for interval: Duration, passing choice: ThrottleChoice,
    clock: some Clock<Duration> = ContinuousClock(), fileID: String = #fileID,
    line: Int = #line
  ) -> SharedRelay<Value> {
    let origin = CodeLocation(fileID: fileID, line: line)
    return SharedRelay(
      main: choice == .none
        ? core.thinned(after: slot, origin: origin, for: interval, clock: clock)
        : core.throttled(
          after: slot, origin: origin, for: interval, clock: clock,
          keepsFirst: choice == .first, isolation: ObserverIsolation(nil)))
  }
}
