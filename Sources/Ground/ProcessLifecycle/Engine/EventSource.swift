/// Something that notices events of the operating system while there are
/// listeners.
///
/// `start` and `stop` are called in turns and never at the same time.
protocol EventSource: Sendable {
  /// Returns whether and how ``start(_:)`` would work, without starting.
  func availability() -> EventAvailability

  /// Begins to notice. `deliver` may be called on any thread, from now until
  /// after ``stop()``.
  func start(
    _ deliver: @escaping @Sendable (ProcessEventContext) -> Delivery
  ) throws(ProcessLifecycleError)

  /// Stops noticing and gives everything back to the operating system.
  func stop()
}
