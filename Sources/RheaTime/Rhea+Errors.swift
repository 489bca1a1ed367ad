import ToolkitTrace

extension Rhea {
  /// A function that handles errors.
  public typealias ErrorHandler = @Sendable (RheaError) -> Void

  /// The function that is called for errors of events and callbacks.
  ///
  /// The default writes one line to standard error. A fresh state of
  /// `withFreshState` begins with the handler that it finds, and
  /// what it sets ends with it.
  ///
  /// - Concurrency: Called on whichever thread met the problem, with no lock
  ///   held.
  public static var errorHandler: ErrorHandler {
    get { RheaCenter.current.errorHandler }
    set { RheaCenter.current.errorHandler = newValue }
  }

  static let writeToStandardError: ErrorHandler = { error in
    StandardError.report(error, source: "RheaTime")
  }
}
