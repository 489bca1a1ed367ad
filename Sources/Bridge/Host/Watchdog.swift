import ToolkitTrace

/// A watchdog that sends keep-alive messages while the main actor answers.
struct Watchdog: Sendable {
  /// The time without messages after which the supervisor assumes that the app hangs.
  let period: Duration

  /// The interval between messages: half of the period, but at least ``shortestInterval``.
  let interval: Duration

  /// The shortest interval between messages.
  ///
  /// A shorter one would keep the app busy with nothing else.
  static let shortestInterval = Duration.milliseconds(10)

  /// Creates a watchdog if the supervisor expects keep-alive messages of this process.
  ///
  /// - Throws: A ``UnixSocketError`` if the variable contains no valid time.
  init?(environment: [String: String], process: Int32) throws(UnixSocketError) {
    guard let text = environment["WATCHDOG_USEC"], !text.isEmpty else { return nil }
    if let owner = environment["WATCHDOG_PID"], !owner.isEmpty, owner != "\(process)" {
      return nil
    }
    guard let microseconds = Int64(text), microseconds > 0 else {
      throw UnixSocketError(
        """
        WATCHDOG_USEC is '\(text)', so no keep-alive messages are sent: it must be a \
        positive number of microseconds.
        """)
    }
    period = .microseconds(microseconds)
    interval = max(period / 2, Self.shortestInterval)
  }

  /// Sends keep-alive messages until the task is cancelled.
  ///
  /// - Parameters:
  ///   - clock: The clock for the interval.
  ///   - mainActorAnswers: Waits until the main actor has run a job. While it hangs, no message is
  ///     sent.
  ///   - feed: Sends a message.
  func run(
    on clock: ErasedClock, mainActorAnswers: @Sendable () async -> Void, feed: @Sendable () -> Void
  ) async {
    while !Task.isCancelled {
      await mainActorAnswers()
      guard !Task.isCancelled else { return }
      feed()
      guard (try? await clock.sleep(interval)) != nil else { return }
    }
  }
}
