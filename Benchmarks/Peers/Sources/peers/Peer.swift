/// A library, and the same works done with it.
struct Peer: Sendable {
  let name: String
  /// Prepares a work.
  let work: @Sendable (Row) -> Work
}

/// What is measured.
enum Row: String, CaseIterable {
  case setOne = "set, 1 observer"
  case setHundred = "set, 100 observers"
  case maps = "set, 10 maps in a chain"
  case filterScan = "set, a filter and a scan"
  case diamond = "set, a diamond"
  case observe = "observe and end"
  case observeAmongMany = "observe and end, besides 1,000 others"
  case make = "make and drop"
  case makeObserved = "make, observe and drop"
}

/// Does something as often as it is told.
typealias Work = (_ iterations: Int) -> Void

/// A counter that observers add to, so that they do something, and next to nothing.
final class Tally: @unchecked Sendable {
  // Only the main thread uses it.
  @exclusivity(unchecked) private var sum = 0

  func add(_ number: Int) { unsafe sum &+= number }
}

/// Keeps something from being optimized away.
@inline(never)
func use<Value>(_ value: Value) {}
