extension Core where Value: Sendable {
  /// Returns a sequence of the transformed changes of a relay, which starts with the current value
  /// if `isReplaying`.
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
        // Only this closure keeps the ending.
        _ = ending
        continuation.yield(transform(change))
      }
    }
    return stream
  }
}

/// An object that finishes a sequence when the closure that feeds the sequence is released.
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
  /// Weak, because the slot keeps the closure whose release finishes the sequence.
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

/// The number of changes that are buffered when the consumer of a sequence falls behind.
public struct RelayBuffering: Sendable, Hashable {
  enum Kind: Hashable {
    case newest(Int)
    case bounded(Int)
    case unbounded
  }

  let kind: Kind

  /// Buffers the newest `count` changes and drops older ones.
  public static func newest(_ count: Int) -> RelayBuffering {
    RelayBuffering(kind: .newest(checked(count)))
  }

  /// Buffers the oldest `count` changes and drops new ones while the buffer is full.
  public static func bounded(_ count: Int) -> RelayBuffering {
    RelayBuffering(kind: .bounded(checked(count)))
  }

  /// Buffers all changes.
  public static let unbounded = RelayBuffering(kind: .unbounded)

  private static func checked(_ count: Int) -> Int {
    precondition(
      count > 0, "A sequence that buffers \(count) changes emits nothing: buffer 1 or more.")
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
