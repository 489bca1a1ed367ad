/// The number of runs of a task in all.
///
/// A literal counts the runs, the first included: `repeat: 5`.
public struct TaskRepeat: Sendable, Hashable, Codable, __TaskConstant {
  /// The number of runs; nothing for no end of them.
  public let times: Int?

  /// So many runs, the first included.
  public init(_ times: Int) {
    self.times = times
  }

  private init() {
    times = nil
  }

  /// Runs without end.
  public static let forever = TaskRepeat()
}

extension TaskRepeat: ExpressibleByIntegerLiteral {
  public init(integerLiteral times: Int) {
    self.times = times
  }
}
