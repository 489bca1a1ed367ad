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
  /// The app begins to end when the group shuts down gracefully or is cancelled, and has ended,
  /// with all of its steps, when ``run()`` returns. Signals that end the process are the group's:
  /// name them there. `SIGHUP` has the app read its settings again.
  ///
  /// An app that ends by itself is, to the group, a service that has finished: choose the
  /// `successTerminationBehavior` for that. A process can run one app once.
  public struct ModularAppService<App: ModularApp>: Service, CustomStringConvertible {
    /// Makes a service that runs an app.
    public init(_ app: App.Type) {}

    /// The name of the app.
    public var description: String { App.name }

    /// Runs the app from its launch to its last step.
    ///
    /// - Throws: ``AppExit`` with the code of an app that ended with another one than
    ///   ``AppExit/success``; ``ProcessLifecycleError`` if the process has another host.
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

    /// The messages with which the app has reported its failure.
    private static func message(about outcome: AppOutcome) -> String {
      if case .threw(let message) = outcome.reason { return message }
      let messages = outcome.messages.joined(separator: "; ")
      return "the app '\(App.name)' ended with exit code \(outcome.exitCode): \(messages)"
    }
  }
#endif
