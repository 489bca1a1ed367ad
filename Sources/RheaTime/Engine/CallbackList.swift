/// Callbacks of one event in the order in which they run, with what a trigger
/// must know of them beforehand.
struct CallbackList: Sendable {
  private(set) var callbacks: [Callback] = []
  /// The number of callbacks that run only once.
  private(set) var onceCount = 0
  /// The number of callbacks that run on the main actor.
  private(set) var mainCount = 0
  /// The number of callbacks that may still run when starting them has returned.
  private(set) var lastingCount = 0

  init() {}

  init(_ callbacks: some Sequence<Callback>) {
    self.callbacks = Array(callbacks)
    for callback in self.callbacks { count(callback, by: 1) }
  }

  var isEmpty: Bool { callbacks.isEmpty }

  /// Inserts a callback behind those that it does not precede.
  ///
  /// - Complexity: O(log *n*) comparisons.
  mutating func insert(
    _ callback: Callback, by precedes: (Callback, Callback) -> Bool = { $0.precedes($1) }
  ) {
    callbacks.insert(callback, at: firstIndex { precedes(callback, $0) })
    count(callback, by: 1)
  }

  /// Inserts many at the cost of one sort.
  mutating func insert(contentsOf more: [Callback]) {
    guard !more.isEmpty else { return }
    self = CallbackList((callbacks + more).sorted { $0.precedes($1) })
  }

  /// Takes a callback out.
  ///
  /// - Complexity: O(log *n*) comparisons.
  /// - Returns: Whether it was there.
  @discardableResult
  mutating func remove(
    _ callback: Callback, by precedes: (Callback, Callback) -> Bool = { $0.precedes($1) }
  ) -> Bool {
    var place = firstIndex { !precedes($0, callback) }
    while place < callbacks.endIndex, !precedes(callback, callbacks[place]) {
      if callbacks[place] === callback {
        callbacks.remove(at: place)
        count(callback, by: -1)
        return true
      }
      place += 1
    }
    return false
  }

  /// The first place where a condition holds that holds at all later ones, too.
  private func firstIndex(where condition: (Callback) -> Bool) -> Int {
    var range = callbacks.startIndex..<callbacks.endIndex
    while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
      range =
        condition(callbacks[middle])
        ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }

  private mutating func count(_ callback: Callback, by step: Int) {
    if !callback.isRepeatable { onceCount += step }
    if !callback.body.isConcurrent { mainCount += step }
    if !callback.body.returnsAtOnce { lastingCount += step }
  }
}
