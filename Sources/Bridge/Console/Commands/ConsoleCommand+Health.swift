extension ConsoleCommand {
  /// Reports the health of the app.
  static let health = ConsoleCommand(
    "health",
    "Whether the app works and can serve: each check of its liveness and readiness; needs an app "
      + "with a host."
  ) { _, session in
    guard let context = session.console?.context else {
      throw BridgeConsoleError(
        .failed,
        """
        the console knows no health of this process, because it was opened without its app. Open \
        it with 'Bridge.console(for: context)'.
        """)
    }
    return ConsoleValue(await context.health())
  }
}

extension ConsoleValue {
  /// The health of an app, with all keys in each check.
  init(_ health: AppHealth) {
    func list(_ checks: [AppHealth.Check]) -> ConsoleValue {
      .array(
        checks.map { check in
          ["name": .string(check.name), "failure": check.failure.map { .string($0) } ?? .null]
        })
    }
    self = [
      "isLive": .bool(health.isLive), "isReady": .bool(health.isReady),
      "liveness": list(health.liveness), "readiness": list(health.readiness),
    ]
  }
}
