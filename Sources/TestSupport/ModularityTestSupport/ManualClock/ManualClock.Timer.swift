extension ManualClock {
  /// A callback that waits on a manual clock, as returned by
  /// ``ManualClock/schedule(at:_:)``.
  ///
  /// Letting go of a timer does not cancel it.
  public struct Timer: Sendable {
    let clock: ManualClock
    let ticket: Ticket

    /// Sees to it that the callback does not run.
    ///
    /// - Returns: Whether that helped: `false` if the callback has run, runs, or
    ///   was cancelled before.
    /// - Concurrency: May be called from any thread, and from the callback. The
    ///   callback and what it captured are let go of with no lock held.
    @discardableResult
    public func cancel() -> Bool {
      clock.remove(ticket) != nil
    }
  }
}
