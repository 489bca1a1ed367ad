#if SwiftServiceLifecycle
  public import Bridge
  public import ServiceLifecycle

  /// A service of swift-service-lifecycle that runs an app of Bridge.
  ///
  /// ```swift
  /// let group = ServiceGroup(
  ///   services: [database, ModularAppService(Harbor.self)],
  ///   gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
  /// try await group.run()
  /// ```
  ///
  /// The app starts to end when the group shuts down gracefully or is cancelled. When ``run()``
  /// returns, the app has ended, including all of its steps. The group handles the signals that end
  /// the process, so pass them to the group. After `SIGHUP`, the app reads its settings again.
  ///
  /// If the app ends on its own, the group considers the service finished. You can choose the
  /// `successTerminationBehavior` for this. A process can run an app only once.
  /// `successTerminationBehavior` for that. A process can run one app once.
  public struct ModularAppService<App: ModularApp>: Service, CustomStringConvertible {
    /// Creates a service that runs an app.
    public init(_ app: App.Type) {}

    /// The name of the app.
    public var description: String { App.name }

    /// Runs the app from its launch to its last step.
    ///
    /// - Throws: An ``AppExit`` if the app ended with another code than ``AppExit/success``, or a
    ///   ``ProcessLifecycleError`` if the process has another host.
    public func run() async throws {
      let host = AppHost.embedding(App.self)
      let outcome = try await withTaskCancellationOrGracefulShutdownHandler {
        try await host.runEmbedded(App.self)
      } onCancelOrGracefulShutdown: {
        host.context.shutDown()
      }
      guard outcome.exitCode == AppExit.success.code else {
        throw AppExit(outcome.exitCode, Self.message(about: outcome))
      }
    }

    /// Returns the messages that describe the failure of the app.
    private static func message(about outcome: AppOutcome) -> String {
      if case .threw(let message) = outcome.reason { return message }
      let messages = outcome.messages.joined(separator: "; ")
      return "the app '\(App.name)' ended with exit code \(outcome.exitCode): \(messages)"
    }
  }
#endif
