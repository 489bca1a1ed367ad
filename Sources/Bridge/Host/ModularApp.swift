/// A whole program: what it does, and when it is over.
///
/// ```swift
/// @main struct Harbor: ModularApp {
///   func run(_ context: AppContext) async throws {
///     let database = try await Database.open()
///     context.onShutdown("database") { try await database.close() }
///     await context.waitForShutdown()
///   }
/// }
/// ```
///
/// In `main.swift`, write `await Harbor.main()`: `Harbor()` makes a value, and runs nothing.
///
/// All but `run` is optional. A service, whose modules do everything, waits in it:
/// `await context.waitForShutdown()`. See <doc:Hosting-an-App> for the order of things.
///
/// - Concurrency: The functions are called one after the other, off the main
///   actor unless they say otherwise.
public protocol ModularApp: Sendable {
  /// Makes the app, before any of its modules is launched.
  init()

  /// The name of the app in messages; the name of the type unless it is set.
  static var name: String { get }

  /// The time limits of the app.
  static var configuration: AppConfiguration { get }

  /// Runs before the modules are notified of the launch.
  ///
  /// - Throws: Whatever makes it impossible to launch: the app shuts down.
  func willLaunch(_ context: AppContext) async throws

  /// Runs when every module has done what it does at the launch.
  ///
  /// - Throws: Whatever makes it impossible to go on: the app shuts down.
  func didLaunch(_ context: AppContext) async throws

  /// Does the app's work; when it returns, the app shuts down and the process
  /// ends.
  ///
  /// When the app is asked to stop, the task of this function is cancelled, and
  /// it has ``AppConfiguration/runDeadline`` to return.
  ///
  /// - Throws: What ends the app with an exit code of 1, or ``AppExit`` with a
  ///   code of its own.
  func run(_ context: AppContext) async throws
}

extension ModularApp {
  /// The name of the type.
  public static var name: String { "\(Self.self)" }

  /// The deadlines that suit most.
  public static var configuration: AppConfiguration { AppConfiguration() }

  /// Does nothing.
  public func willLaunch(_ context: AppContext) async throws {}

  /// Does nothing.
  public func didLaunch(_ context: AppContext) async throws {}

  // A function with another signature, such as `run()`, would never be called.

  /// Rejects an app without a `run` of its own.
  @available(
    *, unavailable,
    message: """
      write 'func run(_ context: AppContext) async throws { … }'; a service waits in it, with \
      'await context.waitForShutdown()'
      """
  )
  public func run(_ context: AppContext) async throws {
    fatalError("The compiler rejects every app that would call this.")
  }

  /// Runs the app in this process, and ends the process with its exit code.
  ///
  /// `@main` calls it.
  @MainActor
  public static func main() async {
    await AppHost.runProcess(as: Self.self)
  }
}

/// The time limits of an app.
///
/// Work that misses its deadline at the end of the app is cancelled and reported, and the app
/// exits without it, with ``AppExit/missedDeadline``.
public struct AppConfiguration: Sendable, Hashable {
  /// The time for which ``ModularApp/run(_:)`` may go on after the app was asked to stop,
  /// and after that TaskKit's tasks that still run.
  public var runDeadline: Duration

  /// The time limit of a step of the shutdown that has none of its own.
  public var stepDeadline: Duration

  /// The time limit for the end of all of TaskKit's tasks together.
  ///
  /// Each has a time limit of its own besides.
  public var tasksDeadline: Duration

  /// The time limit of a health check that has none of its own.
  public var healthDeadline: Duration

  /// Makes a configuration.
  public init(
    runDeadline: Duration = .seconds(10),
    stepDeadline: Duration = .seconds(5),
    tasksDeadline: Duration = .seconds(30),
    healthDeadline: Duration = .seconds(2)
  ) {
    self.runDeadline = runDeadline
    self.stepDeadline = stepDeadline
    self.tasksDeadline = tasksDeadline
    self.healthDeadline = healthDeadline
  }
}
