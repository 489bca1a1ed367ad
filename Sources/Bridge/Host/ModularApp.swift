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
/// Everything is optional. A type with nothing in it is a service: its modules
/// are launched, and it runs until it is asked to stop. See <doc:Hosting-an-App>
/// for the order of things.
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
  /// Unless an app has one, it waits until it is asked to stop.
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

  /// Waits until the app is asked to stop.
  public func run(_ context: AppContext) async throws {
    await context.waitForShutdown()
  }

  /// Runs the app in this process, and ends the process with its exit code.
  ///
  /// `@main` calls it.
  @MainActor
  public static func main() async {
    await AppHost.runProcess(as: Self.self)
  }
}
