import Synchronization

/// Brings what one observer is to be told to where it is at home, and keeps it in
/// its order on the way.
@usableFromInline
final class HomeLine: Sendable {
  private let home: Home
  private let waiting = Mutex(FirstInFirstOut<@Sendable () -> Void>())
  /// How many wait.
  private let count = Atomic(0)

  /// Makes the line to an actor.
  @usableFromInline
  init(to actor: any Actor) {
    home = Home(actor)
  }

  /// Makes a closure that may be called from anywhere, of one that runs on an
  /// actor: at once if that is where the change is delivered, and later if not,
  /// unless it has ended by then.
  ///
  /// A closure that belongs to no actor stays as it is.
  @inlinable
  static func bring<Value>(
    _ body: @escaping (Changes<Value>) -> Void, to actor: (any Actor)?
  ) -> ObserverBody<Value> {
    guard let actor else { return ObserverBody(body) }
    let line = HomeLine(to: actor)
    let end = ObserverEnd()
    return ObserverBody(
      { change in
        if line.isOpen { return body(change) }
        let parcel = Parcel(body: body, change: change, end: end)
        line.send { parcel.open() }
      }, end: end)
  }

  /// Whether the calling code is at home, and nothing else is on its way there.
  ///
  /// Changes come one after the other, so that nothing sets out meanwhile.
  @usableFromInline var isOpen: Bool { count.load(ordering: .acquiring) == 0 && home.isCurrent }

  /// Sends a closure home, unless that is gone.
  @usableFromInline
  func send(_ body: @escaping @Sendable () -> Void) {
    guard !home.isGone else { return }
    let isFirst = waiting.withLock { waiting in
      waiting.append(body)
      return count.wrappingAdd(1, ordering: .releasing).oldValue == 0
    }
    if isFirst { home.enqueue { self.run() } }
  }

  /// Runs what waits, until nothing does.
  private func run() {
    while let next = waiting.withLock({ $0.popFirst() }) {
      next()
      // Only now, so that nobody overtakes it.
      guard count.wrappingSubtract(1, ordering: .releasing).newValue > 0 else { return }
    }
  }
}
