import Foundation

extension Bridge {
  /// Opens a socket with which people and scripts inspect and control this process.
  ///
  /// No such socket exists unless an app opens it.
  ///
  /// ```swift
  /// func didLaunch(_ context: AppContext) async throws {
  ///   try Bridge.openConsole(for: context)
  /// }
  /// ```
  ///
  /// If the supervisor of the app has passed a socket named `console`, the console uses that
  /// socket: see <doc:Running-as-a-Service>.
  ///
  /// - Parameters:
  ///   - path: The path of the socket. By default it has the name of the app, in the runtime folder
  ///     of the user's session, or in a private folder inside the temporary folder.
  ///   - context: The app to inspect. If it is set, the command `stop` ends the app, and the
  ///     console is closed when the app shuts down. Otherwise, keep the console: it is closed when
  ///     it is released.
  /// - Returns: The console.
  /// - Throws: A ``BridgeConsoleError`` that names the path and the fix.
  @discardableResult
  public static func openConsole(
    at path: String? = nil, for context: AppContext? = nil
  ) throws(BridgeConsoleError) -> BridgeConsole {
    let activated = context?.activatedListener(at: path)
    let listener = if let activated { activated } else { try ownListener(at: path, for: context) }
    let console = BridgeConsole(listener, context: context)
    context?.onShutdown("console") { await console.closeAndWait() }
    return console
  }

  private static func ownListener(
    at path: String?, for context: AppContext?
  ) throws(BridgeConsoleError) -> ConsoleListener {
    let name = context?.name ?? ProcessInfo.processInfo.processName
    let place: String
    if let path { place = path } else { place = try ConsolePath.standard(for: name) }
    return try ConsoleListener(path: place)
  }

  /// Returns the default path of an app's console, to which a command line connects.
  ///
  /// - Throws: A ``BridgeConsoleError`` if the folder is not private to this user.
  public static func consolePath(ofApp name: String) throws(BridgeConsoleError) -> String {
    try ConsolePath.standard(for: name)
  }
}

extension AppContext {
  /// Takes the supervisor's socket for a console, and reports a socket that cannot be used.
  ///
  /// - Parameter path: The path that the caller has chosen, or `nil` for any.
  /// - Returns: The listener, or `nil` if no such socket exists.
  fileprivate func activatedListener(at path: String?) -> ConsoleListener? {
    guard let socket = host.takeConsoleSocket() else { return nil }
    do throws(BridgeConsoleError) {
      let listener = try ConsoleListener(socket)
      guard path ?? listener.path == listener.path else {
        throw BridgeConsoleError(
          .badPath,
          """
          it listens at '\(listener.path)', but the console is opened at '\(path ?? "")'. Open it \
          without a path, or change 'ListenStream=' of the socket unit
          """)
      }
      return listener
    } catch {
      host.report("the socket 'console' of the supervisor is ignored: \(error.message)")
      return nil
    }
  }
}
