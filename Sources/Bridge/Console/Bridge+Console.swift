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
    let name = context?.name ?? ProcessInfo.processInfo.processName
    let place: String
    if let path { place = path } else { place = try ConsolePath.standard(for: name) }
    let console = try BridgeConsole(path: place, context: context)
    context?.onShutdown("console") { await console.closeAndWait() }
    return console
  }

  /// Returns the path of the console of an app that sets no other: the one that a command
  /// line connects to.
  ///
  /// - Throws: ``BridgeConsoleError`` if the folder is not this user's alone.
  public static func consolePath(ofApp name: String) throws(BridgeConsoleError) -> String {
    try ConsolePath.standard(for: name)
  }
}
