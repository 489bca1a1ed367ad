extension SharedRelay {
  /// Makes a relay to which a value passes when no other has come after it for some
  /// time.
  ///
  /// - Precondition: `interval` is not negative.
  public func debounce(
    for interval: Duration, clock: some Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> SharedRelay<Value> {
    SharedRelay(
      main: core.debounced(
        after: unsafe slot, origin: RelayOrigin(fileID: fileID, line: line), for: interval,
        clock: clock, home: .anywhere))
  }

  /// Makes a relay to which at most one change passes in a time, as
  /// ``ValueRelay/throttle(for:latest:clock:isolation:fileID:line:)`` does.
  ///
  /// - Precondition: `interval` is not negative.
  public func throttle(
    for interval: Duration, latest: Bool = true, clock: some Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> SharedRelay<Value> {
    let origin = RelayOrigin(fileID: fileID, line: line)
    return SharedRelay(
      main: latest
        ? core.throttled(
          after: unsafe slot, origin: origin, for: interval, clock: clock, home: .anywhere)
        : core.thinned(after: unsafe slot, origin: origin, for: interval, clock: clock))
  }
}
