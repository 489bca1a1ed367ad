import ToolkitTrace

extension RheaCenter {
  /// The center of the process.
  static let process = RheaCenter(
    errorHandler: Rhea.writeToStandardError,
    didGrow: { LaunchMoments.process.settle() })

  /// The center of the code that asks: that of a test around it, or else the
  /// process's.
  static var current: RheaCenter { scoped ?? process }

  /// The center of a test around the code that asks.
  static var scoped: RheaCenter? { FreshStates.state(of: RheaCenter.self) }

  /// Makes this the current center of everything inside a body.
  func withCurrent<Success, Failure: Error>(
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try FreshStates.with(self, body)
  }

  /// Makes this the current center of everything inside an asynchronous body.
  nonisolated(nonsending) func withCurrent<Success, Failure: Error>(
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await FreshStates.with(self, body)
  }
}
