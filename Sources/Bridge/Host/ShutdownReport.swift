/// A report of one step of a shutdown.
public struct ShutdownReport: Sendable, Hashable, CustomStringConvertible {
  /// The outcome of a step.
  public enum Ending: Sendable, Hashable {
    /// It returned.
    case finished
    /// It threw; the text says what.
    case failed(String)
    /// It missed its deadline; it was cancelled and left behind.
    case late
  }

  /// The name of the step.
  public let name: String

  /// The source location at which it was added; `nil` for the host's own steps.
  public let location: CodeLocation?

  /// The time limit.
  public let deadline: Duration

  /// The time that it took, or was waited for.
  public let duration: Duration

  /// The outcome of the step.
  public let ending: Ending

  /// The step in words.
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

/// One thing to do before the app ends, as it was added.
struct ShutdownStep: Sendable {
  var name: String
  var location: CodeLocation?
  var deadline: Duration
  var body: @Sendable () async throws -> Void
}

/// A function to call when the app is to read its settings again.
struct ReloadHandler: Sendable {
  var name: String
  var location: CodeLocation
  var body: @Sendable () async throws -> Void
}
