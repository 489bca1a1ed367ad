/// What became of one step of a shutdown.
public struct ShutdownReport: Sendable, Hashable, CustomStringConvertible {
  /// How a step ended.
  public enum Ending: Sendable, Hashable {
    /// It returned.
    case finished
    /// It threw; the text says what.
    case failed(String)
    /// It missed its deadline; it was cancelled and left behind.
    case late
  }

  /// What the step is called.
  public let name: String

  /// Where it was added, as `Module/File.swift:line`; nil for what the host
  /// does by itself.
  public let place: String?

  /// How long it was given.
  public let deadline: Duration

  /// How long it took, or was waited for.
  public let duration: Duration

  /// How it ended.
  public let ending: Ending

  /// The step in words.
  public var description: String {
    let where_ = place.map { " (\($0))" } ?? ""
    switch ending {
    case .finished: return "'\(name)'\(where_) took \(duration)"
    case .failed(let error): return "'\(name)'\(where_) failed: \(error)"
    case .late:
      return "'\(name)'\(where_) missed its deadline of \(deadline) and was left behind"
    }
  }
}
