extension Core where Value: Sendable {
  /// Makes a sequence of what a function makes of the changes of a relay, and first
  /// of the value that there is, if it is to be replayed.
  func sequence<Element: Sendable>(
    after slot: Slot, buffering: RelayBuffering, isReplaying: Bool,
    _ transform: @escaping @Sendable (Changes<Value>) -> Element
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: buffering.policy())
    let added = addSlot(after: slot)
    let ending = SequenceEnding { continuation.finish() }
    let observer = SequenceObserver(core: self, slot: added)
    continuation.onTermination = { _ in observer.end() }
    update(added) {
      $0.isReplaying = isReplaying
      $0.body = Observer { [ending] change in
        // The observer's closure is all that keeps the ending.
        _ = ending
        continuation.yield(transform(change))
      }
    }
    return stream
  }
}

/// Ends a sequence when the closure that feeds it is released.
private final class SequenceEnding: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}

/// The observer that feeds a sequence.
private final class SequenceObserver<Value>: Sendable {
  private weak let core: Core<Value>?
  /// Weak, because it keeps the closure whose end is the sequence's.
  private weak let slot: Slot?

  init(core: Core<Value>, slot: Slot) {
    self.core = core
    self.slot = slot
  }

  func end() {
    guard let core, let slot else { return }
    core.discard(slot)
  }
}

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
