import ModularityTestSupport
import Testing

@testable import TaskKit

/// The wheel does what a sorted array does.
@Suite struct TimingWheelModelTests {
  /// A wheel and a model that everything is done to.
  private struct Pair {
    var wheel = TimingWheel<Int>()
    var model = SortedModel()
    var handles: [TimingWheel<Int>.Handle] = []
    var now: Int64 = 0

    mutating func insert(at deadline: Int64) {
      model.insert(handles.count, at: deadline)
      handles.append(wheel.insert(handles.count, at: deadline))
    }

    /// Cancels any that ever was, gone or not.
    mutating func cancel(_ id: Int) {
      #expect((wheel.cancel(handles[id]) != nil) == model.cancel(id))
    }

    mutating func advance(to time: Int64) {
      now = max(now, time)
      wheel.advance(to: now)
      #expect(wheel.takeDue() == model.takeDue(at: now))
      check()
    }

    func check() {
      #expect(wheel.count == model.waiting.count)
      switch (wheel.nextDeadline, model.nextDeadline) {
      case (let told?, let real?): #expect(told <= real)
      case (nil, nil): break
      case (let told, let real): Issue.record("told \(told as Any), but it is \(real as Any)")
      }
    }

    /// Advances to each moment that the wheel names until nothing waits, and
    /// returns how often nothing was due.
    mutating func runOut() -> Int {
      var inVain = 0
      while let next = wheel.nextDeadline {
        now = max(now, next)
        wheel.advance(to: now)
        let due = wheel.takeDue()
        if due.isEmpty { inVain += 1 }
        #expect(due == model.takeDue(at: now))
      }
      #expect(model.waiting.isEmpty)
      return inVain
    }
  }

  /// A distance of any magnitude, up to centuries; sometimes one that has been.
  private func distance(_ generator: inout SeededGenerator) -> Int64 {
    let shift = Int64.random(in: 0..<62, using: &generator)
    let distance = Int64.random(in: 0...(1 << shift), using: &generator)
    return Int.random(in: 0..<10, using: &generator) == 0 ? -distance / 4 : distance
  }

  @Test(arguments: 1...8) func `The wheel agrees with its model for random operations`(seed: UInt64)
  {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      var pair = Pair()
      for _ in 0..<1_000 {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<6:
          // Time is far along soon: additions saturate.
          pair.insert(at: pair.now.addingOrLast(distance(&generator)))
        case 6..<9 where !pair.handles.isEmpty:
          pair.cancel(Int.random(in: 0..<pair.handles.count, using: &generator))
        default:
          pair.advance(to: pair.now.addingOrLast(max(0, distance(&generator)) >> 8))
        }
      }
      pair.check()
      _ = pair.runOut()
    }
  }

  @Test(arguments: 1...4)
  func `The wheel agrees with its model for close deadlines and small steps`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var pair = Pair()
    for _ in 0..<20_000 {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0, 1: pair.insert(at: pair.now + Int64.random(in: -20...500, using: &generator))
      case 2 where !pair.handles.isEmpty:
        let recent = max(0, pair.handles.count - 300)
        pair.cancel(Int.random(in: recent..<pair.handles.count, using: &generator))
      default: pair.advance(to: pair.now + Int64.random(in: 0...40, using: &generator))
      }
    }
    _ = pair.runOut()
  }

  @Test(arguments: 1...4) func `Without cancellations, no wake-up is spurious`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var pair = Pair()
    for _ in 0..<2_000 { pair.insert(at: max(0, distance(&generator))) }
    #expect(pair.runOut() == 0)
  }

  @Test func `Cancelled timers cause few spurious wake-ups`() {
    var generator = SeededGenerator(seed: 1)
    var pair = Pair()
    for _ in 0..<2_000 { pair.insert(at: max(0, distance(&generator))) }
    for id in 0..<2_000 where id % 100 != 0 { pair.cancel(id) }
    #expect(pair.runOut() <= 2_000 / 50)
  }
}

extension Int64 {
  fileprivate func addingOrLast(_ other: Int64) -> Int64 {
    let (sum, isTooGreat) = addingReportingOverflow(other)
    return isTooGreat ? .max : sum
  }
}

/// What a timing wheel must do, said in the plainest way: everything that waits, in
/// one array.
struct SortedModel {
  struct Waiting {
    let deadline: Int64
    let id: Int
  }

  private(set) var waiting: [Waiting] = []

  mutating func insert(_ id: Int, at deadline: Int64) {
    waiting.append(Waiting(deadline: deadline, id: id))
  }

  mutating func cancel(_ id: Int) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
    waiting.remove(at: index)
    return true
  }

  /// Takes out what is due, in the order of deadlines and then of insertion.
  mutating func takeDue(at now: Int64) -> [Int] {
    let due = waiting.filter { $0.deadline <= now }
    waiting.removeAll { $0.deadline <= now }
    return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }.map(\.id)
  }

  var nextDeadline: Int64? { waiting.map(\.deadline).min() }
}
