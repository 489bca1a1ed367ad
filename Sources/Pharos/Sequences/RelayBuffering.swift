/// The number of changes that wait for a task that does not keep up.
public struct RelayBuffering: Sendable, Hashable {
  enum Kind: Hashable {
    case newest(Int)
    case bounded(Int)
    case unbounded
  }

  let kind: Kind

  /// The newest so many; older ones are left out.
  public static func newest(_ count: Int) -> RelayBuffering {
    RelayBuffering(kind: .newest(checked(count)))
  }

  /// The oldest so many; what comes while they wait is left out.
  public static func bounded(_ count: Int) -> RelayBuffering {
    RelayBuffering(kind: .bounded(checked(count)))
  }

  /// All of them, however many.
  public static let unbounded = RelayBuffering(kind: .unbounded)

  private static func checked(_ count: Int) -> Int {
    precondition(
      count > 0, "A sequence that keeps \(count) changes has nothing to give: keep 1 or more.")
    return count
  }

  func policy<Element>() -> AsyncStream<Element>.Continuation.BufferingPolicy {
    switch kind {
    case .newest(let count): .bufferingNewest(count)
    case .bounded(let count): .bufferingOldest(count)
    case .unbounded: .unbounded
    }
  }
}
