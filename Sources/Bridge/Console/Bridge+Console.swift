import Foundation

extension Bridge {
  /// Opens a socket through which people and scripts look into this process.
  ///
  /// Nothing of the kind is open unless an app asks for it.
  ///
  /// ```swift
  /// func didLaunch(_ context: AppContext) async throws {
  ///   try Bridge.console(for: context)
  /// }
  /// ```
  ///
  /// If the supervisor of the app has handed over a socket named `console`, the console is
  /// opened there: see <doc:Running-as-a-Service>.
  ///
  /// - Parameters:
  ///   - path: Where the socket is. Without one it is named after the app, and is
  ///     in the folder of the user's session or in one of the user's own in the
  ///     temporary folder.
  ///   - context: The app to look into. With it, the command `stop` ends the app,
  ///     and the console is closed when the app shuts down. Without it, keep the
  ///     console: let go of, it is closed.
  /// - Returns: The console.
  /// - Throws: ``BridgeConsoleError`` that names the path and the fix.
  @discardableResult
  public static func console(
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

  /// Returns the path of the console of an app that sets no other: the one that a command
  /// line connects to.
  ///
  /// - Throws: ``BridgeConsoleError`` if the folder is not this user's alone.
  public static func consolePath(ofApp name: String) throws(BridgeConsoleError) -> String {
    try ConsolePath.standard(for: name)
  }
}

extension AppContext {
  /// Takes over the socket of the supervisor that is meant for a console; reports one that cannot
  /// be used.
  ///
  /// - Parameter path: The path that the caller has chosen; `nil` for any.
  /// - Returns: The listener, or `nil` if there is no such socket.
  fileprivate func activatedListener(at path: String?) -> ConsoleListener? {
    guard let socket = host.takeConsoleSocket() else { return nil }
    do throws(BridgeConsoleError) {
      let listener = try ConsoleListener(socket)
      guard path ?? listener.path == listener.path else {
        throw BridgeConsoleError(
          .badPath,
          """
          it listens at '\(listener.path)', and the console is opened at '\(path ?? "")'. Open it \
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
