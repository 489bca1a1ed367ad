/// A whole program, with its launch, its work and its end.
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
/// In `main.swift`, write `await Harbor.main()`. `Harbor()` only creates a value and runs nothing.
///
/// Only `run` is required. In a service whose modules do all the work, it waits:
/// `await context.waitForShutdown()`. The order of all phases is described in <doc:Hosting-an-App>.
///
/// - Concurrency: The functions are called one after the other, off the main actor unless they are
///   isolated to it.
public protocol ModularApp: Sendable {
  /// Creates the app, before any of its modules is launched.
  init()

  /// The name of the app in messages, by default the name of the type.
  static var name: String { get }

  /// The time limits of the app.
  static var configuration: AppConfiguration { get }

  /// Runs before the modules are notified of the launch.
  ///
  /// - Throws: An error that prevents the launch. The app then shuts down.
  func willLaunch(_ context: AppContext) async throws

  /// Runs when every module has finished its launch work.
  ///
  /// - Throws: An error that prevents the app from running. The app then shuts down.
  func didLaunch(_ context: AppContext) async throws

  /// Runs the app.
  ///
  /// When it returns, the app shuts down and the process ends.
  ///
  /// When the app must stop, the task of this function is cancelled. The function then has
  /// ``AppConfiguration/runDeadline`` to return.
  ///
  /// - Throws: An error that ends the app with the exit code 1, or an ``AppExit`` with another exit
  ///   code.
  func run(_ context: AppContext) async throws
}

extension ModularApp {
  /// The name of the type.
  public static var name: String { "\(Self.self)" }

  /// The default deadlines.
  public static var configuration: AppConfiguration { AppConfiguration() }

  /// Does nothing.
  public func willLaunch(_ context: AppContext) async throws {}

  /// Does nothing.
  public func didLaunch(_ context: AppContext) async throws {}

  // Without this overload, a function with another signature, such as `run()`, would never be
  // called.

  /// Rejects an app that does not implement `run`.
  @available(
    *, unavailable,
    message: """
      write 'func run(_ context: AppContext) async throws { … }'; a service waits in it with \
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
  /// The time that ``ModularApp/run(_:)`` has to return after the shutdown was requested.
  ///
  /// Running tasks of TaskKit then have the same time.
  public var runDeadline: Duration

  /// The default time limit of a step of the shutdown.
  public var stepDeadline: Duration

  /// The time limit for the end of all tasks of TaskKit together.
  ///
  /// Each task also has its own time limit.
  public var tasksDeadline: Duration

  /// The default time limit of a health check.
  public var healthDeadline: Duration

  /// Creates a configuration.
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
