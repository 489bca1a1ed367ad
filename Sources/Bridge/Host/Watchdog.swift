import ToolkitTrace

/// Says again and again that the app is alive, as long as its main actor is.
struct Watchdog: Sendable {
  /// The time after which silence means death.
  let period: Duration

  /// The interval: twice in the period, and no more often than
  /// ``shortestInterval``.
  let interval: Duration

  /// The shortest interval between signs of life: a supervisor that wants more would have
  /// the app do nothing else.
  static let shortestInterval = Duration.milliseconds(10)

  /// Makes a watchdog if the supervisor waits for signs of life of this process.
  ///
  /// - Throws: ``UnixSocketError`` if what the variables say is no time.
  init?(environment: [String: String], process: Int32) throws(UnixSocketError) {
    guard let text = environment["WATCHDOG_USEC"], !text.isEmpty else { return nil }
    if let owner = environment["WATCHDOG_PID"], !owner.isEmpty, owner != "\(process)" {
      return nil
    }
    guard let microseconds = Int64(text), microseconds > 0 else {
      throw UnixSocketError(
        """
        WATCHDOG_USEC is '\(text)', so no keep-alive messages are sent: it has to be a \
        positive number of microseconds.
        """)
    }
    period = .microseconds(microseconds)
    interval = max(period / 2, Self.shortestInterval)
  }

  /// Gives signs of life until the task is cancelled.
  ///
  /// - Parameters:
  ///   - clock: What it sleeps on.
  ///   - mainActorAnswers: Returns when the main actor has had time for it. While
  ///     that hangs there is no sign of life.
  ///   - feed: Gives one.
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
