/// Callbacks of one event in the order in which they run, with what a trigger
/// must know of them beforehand.
struct CallbackList: Sendable {
  private(set) var callbacks: [Callback] = []
  /// How many run only once.
  private(set) var onceCount = 0
  /// How many run on the main actor.
  private(set) var mainCount = 0
  /// How many may still run when starting them has returned.
  private(set) var lastingCount = 0

  init() {}

  init(_ callbacks: some Sequence<Callback>) {
    self.callbacks = Array(callbacks)
    for callback in self.callbacks { count(callback, by: 1) }
  }

  var isEmpty: Bool { callbacks.isEmpty }

  mutating func insert(_ callback: Callback) {
    let place = callbacks.firstIndex { callback.precedes($0) } ?? callbacks.endIndex
    callbacks.insert(callback, at: place)
    count(callback, by: 1)
  }

  /// Inserts many at the cost of one sort.
  mutating func insert(contentsOf more: [Callback]) {
    guard !more.isEmpty else { return }
    self = CallbackList((callbacks + more).sorted { $0.precedes($1) })
  }

  /// Takes a callback out.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  mutating func remove(_ callback: Callback) -> Bool {
    guard let place = callbacks.firstIndex(where: { $0 === callback }) else { return false }
    callbacks.remove(at: place)
    count(callback, by: -1)
    return true
  }

  private mutating func count(_ callback: Callback, by step: Int) {
    if !callback.isRepeatable { onceCount += step }
    if !callback.body.isConcurrent { mainCount += step }
    if !callback.body.returnsAtOnce { lastingCount += step }
  }
}
