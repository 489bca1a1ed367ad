import Synchronization

/// Brings closures to an actor, and keeps them in their order on the way.
final class ActorLine: Sendable {
  private let waiting = Mutex(FirstInFirstOut<@Sendable () -> Void>())

  /// Has a closure run on the actor: before this returns if the caller runs there
  /// and nothing waits.
  func send(to actor: any Actor, _ body: @escaping @Sendable () -> Void) {
    let isFirst = waiting.withLock { waiting in
      let isFirst = waiting.isEmpty
      waiting.append(body)
      return isFirst
    }
    guard isFirst else { return }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate { await self.run(on: actor) }
    } else {
      Task { await self.run(on: actor) }
    }
  }

  /// Runs what waits, until nothing does.
  private func run(on actor: isolated any Actor) async {
    while let next = waiting.withLock({ $0.first }) {
      next()
      // Only now, so that nobody else begins to run what comes after it.
      _ = waiting.withLock { $0.popFirst() }
    }
  }
}
