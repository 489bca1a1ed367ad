import Synchronization

/// Brings what one observer is to be told to where it is at home, and keeps it in
/// its order on the way.
final class HomeLine: Sendable {
  private let home: Home
  private let waiting = Mutex(FirstInFirstOut<@Sendable () -> Void>())
  /// How many wait.
  private let count = Atomic(0)

  init(home: Home) {
    self.home = home
  }

  /// Whether the calling code is at home, and nothing else is on its way there.
  ///
  /// Changes come one after the other, so that nothing sets out meanwhile.
  var isOpen: Bool { count.load(ordering: .acquiring) == 0 && home.isCurrent }

  /// Sends a closure home.
  func send(_ body: @escaping @Sendable () -> Void) {
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
