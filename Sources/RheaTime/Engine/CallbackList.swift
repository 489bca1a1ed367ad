/// The callbacks of one event in the order in which they run, with counts that a trigger needs
/// before it runs them.
struct CallbackList: Sendable {
  private(set) var callbacks: [Callback] = []
  /// The number of callbacks that run only once.
  private(set) var onceCount = 0
  /// The number of callbacks that run on the main actor.
  private(set) var mainCount = 0
  /// The number of callbacks that may still run after starting them has returned.
  private(set) var lastingCount = 0

  init() {}

  init(_ callbacks: some Sequence<Callback>) {
    self.callbacks = Array(callbacks)
    for callback in self.callbacks { count(callback, by: 1) }
  }

  var isEmpty: Bool { callbacks.isEmpty }

  /// Inserts a callback after all callbacks that it does not precede.
  ///
  /// - Complexity: O(log *n*) comparisons.
  mutating func insert(
    _ callback: Callback, by precedes: (Callback, Callback) -> Bool = { $0.precedes($1) }
  ) {
    callbacks.insert(callback, at: firstIndex { precedes(callback, $0) })
    count(callback, by: 1)
  }

  /// Inserts several callbacks with one sort.
  mutating func insert(contentsOf more: [Callback]) {
    guard !more.isEmpty else { return }
    self = CallbackList((callbacks + more).sorted { $0.precedes($1) })
  }

  /// Removes a callback.
  ///
  /// - Complexity: O(log *n*) comparisons.
  /// - Returns: Whether the list contained it.
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

  /// Returns the first index from which a condition holds for all following callbacks.
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
