import Foundation

/// A live view of the jobs of another process, for a terminal.
///
/// ```swift
/// try await JobsView(ofConsoleAt: Bridge.consolePath(ofApp: "Harbor")).run()
/// ```
///
/// It reads from the console of the process once a second, even after the process was restarted. If
/// the store takes more than a ninth of a second to answer, it reads less often.
public struct JobsView: Sendable {
  private let path: String
  private let window: Duration

  /// Creates a view of the jobs of a process.
  ///
  /// - Parameters:
  ///   - path: The path of the process's console.
  ///   - window: The period before now for rates and latencies.
  public init(ofConsoleAt path: String, window: Duration = .seconds(60)) {
    self.path = path
    self.window = window
  }

  /// Shows the view until `q` or Ctrl-C is pressed, or the task is cancelled.
  ///
  /// If standard output is not a terminal, it prints one frame and returns.
  ///
  /// - Throws: A ``BridgeConsoleError`` if the console does not answer at the start, or if the
  ///   process has no store of jobs.
  public func run() async throws(BridgeConsoleError) {
    guard TerminalScreen.isPossible else {
      for line in try await overview().lines(width: 120) { print(line) }
      return
    }
    let first = try await overview()
    let screen = TerminalScreen()
    defer { screen.close() }
    await JobsLoop(screen: screen, clock: ContinuousClock(), read: overview).run(from: first)
  }

  /// Reads from the console on a separate thread, because reading blocks.
  private func overview() async throws(BridgeConsoleError) -> JobsOverview {
    try await withCheckedContinuation { continuation in
      Thread.detachNewThread { [path, window] in
        continuation.resume(
          returning: Result { () throws(BridgeConsoleError) in
            try BridgeConsole.Client(connectingTo: path, timeout: .seconds(10)).jobs(within: window)
          })
      }
    }.get()
  }
}
