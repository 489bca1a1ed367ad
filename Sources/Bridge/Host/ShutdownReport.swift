/// A report of one step of a shutdown.
public struct ShutdownReport: Sendable, Hashable, CustomStringConvertible {
  /// The outcome of a step.
  public enum Ending: Sendable, Hashable {
    /// The step returned.
    case finished
    /// The step threw an error with this description.
    case failed(String)
    /// The step missed its deadline, was cancelled and is no longer waited for.
    case late
  }

  /// The name of the step.
  public let name: String

  /// The source location at which the step was added, or `nil` for the host's own steps.
  public let location: CodeLocation?

  /// The time limit.
  public let deadline: Duration

  /// The time that the step took, or that the host waited for it.
  public let duration: Duration

  /// The outcome of the step.
  public let ending: Ending

  /// A sentence about the step.
  public var description: String {
    let where_ = location.map { " (\($0))" } ?? ""
    switch ending {
    case .finished: return "'\(name)'\(where_) took \(duration)"
    case .failed(let error): return "'\(name)'\(where_) failed: \(error)"
    case .late:
      return "'\(name)'\(where_) missed its deadline of \(deadline) and was left behind"
    }
  }
}

/// A step of a shutdown, as it was added.
struct ShutdownStep: Sendable {
  var name: String
  var location: CodeLocation?
  var deadline: Duration
  var body: @Sendable () async throws -> Void
}

/// A function to call when the app reloads its settings.
struct ReloadHandler: Sendable {
  var name: String
  var location: CodeLocation
  var body: @Sendable () async throws -> Void
}
