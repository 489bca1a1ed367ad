import Testing

@testable import TaskKit

@Suite struct TimingWheelTests {
  @Test func `Due timers come in the order of their deadlines`() {
    var wheel = TimingWheel<String>()
    wheel.insert("second", at: 20)
    wheel.insert("third", at: 5_000_000_000)
    wheel.insert("first", at: 10)
    wheel.advance(to: 5_000_000_000)
    #expect(wheel.takeDue() == ["first", "second", "third"])
    #expect(wheel.isEmpty)
  }

  @Test func `Equal deadlines come in the order of insertion`() {
    var wheel = TimingWheel<Int>()
    let deadline: Int64 = 10_000_000_000
    // Each is inserted when the wheel is nearer, and so on a lower level.
    var now: Int64 = 0
    var inserted: [Int] = []
    while now < deadline {
      wheel.advance(to: now)
      inserted.append(inserted.count)
      wheel.insert(inserted.count - 1, at: deadline)
      now += (deadline - now + 1) / 2
    }
    wheel.advance(to: deadline - 1)
    #expect(wheel.takeDue().isEmpty)
    wheel.advance(to: deadline)
    #expect(wheel.takeDue() == inserted)
    #expect(inserted.count > 30)
  }

  @Test func `No timer expires a nanosecond early`() {
    for shift in 0..<63 {
      for deadline in [Int64(1) << shift, Int64(1) << shift - 1, Int64(1) << shift + 1] {
        var wheel = TimingWheel<Int>()
        wheel.insert(0, at: deadline)
        // Something after it, so that it is not alone in its slot.
        wheel.insert(1, at: deadline + 1)
        wheel.advance(to: deadline - 1)
        #expect(wheel.takeDue() == [], "\(deadline)")
        #expect(wheel.nextDeadline == deadline)
        wheel.advance(to: deadline)
        #expect(wheel.takeDue() == [0], "\(deadline)")
        wheel.advance(to: deadline + 1)
        #expect(wheel.takeDue() == [1], "\(deadline)")
      }
    }
  }

  @Test func `The smallest and largest deadlines can be inserted`() {
    var wheel = TimingWheel<Int>(startingAt: .min)
    wheel.insert(0, at: .max)
    wheel.insert(1, at: .min)
    wheel.insert(2, at: .max - 1)
    wheel.insert(3, at: -1)
    wheel.insert(4, at: 0)
    #expect(wheel.nextDeadline == .min)
    wheel.advance(to: .min)
    #expect(wheel.takeDue() == [1])
    wheel.advance(to: .max - 1)
    #expect(wheel.takeDue() == [3, 4, 2])
    #expect(wheel.nextDeadline == .max)
    wheel.advance(to: .max)
    #expect(wheel.takeDue() == [0])
  }

  @Test func `A jump over centuries expires all timers in order`() {
    var wheel = TimingWheel<Int>()
    let year: Int64 = 365 * 86_400 * 1_000_000_000
    for index in 0..<1_000 { wheel.insert(index, at: Int64(index * 7_919 % 1_000) * (year / 4)) }
    wheel.advance(to: 251 * year)
    let deadlines = wheel.takeDue().map { $0 * 7_919 % 1_000 }
    #expect(deadlines == Array(0..<1_000))
  }

  @Test func `Timers inserted late are due next, in the order of their deadlines`() {
    var wheel = TimingWheel<String>(startingAt: 1_000)
    wheel.insert("now", at: 1_000)
    wheel.insert("later", at: 20)
    wheel.insert("sooner", at: -5)
    wheel.insert("as soon", at: -5)
    #expect(wheel.nextDeadline == -5)
    wheel.advance(to: 1_000)
    #expect(wheel.takeDue() == ["sooner", "as soon", "later", "now"])
  }

  @Test func `Time does not go back`() {
    var wheel = TimingWheel<Int>(startingAt: 1_000)
    wheel.insert(0, at: 900)
    wheel.advance(to: 950)
    #expect(!wheel.hasDue)
    wheel.advance(to: 1_000)
    #expect(wheel.takeDue() == [0])
  }

  @Test func `A handle that is stale does nothing`() throws {
    var wheel = TimingWheel<Int>()
    let first = wheel.insert(1, at: 10)
    #expect(wheel.cancel(first) == 1)
    #expect(wheel.cancel(first) == nil)
    // It takes the place of the first.
    let second = wheel.insert(2, at: 10)
    #expect(second.index == first.index)
    #expect(wheel.cancel(first) == nil)
    wheel.advance(to: 10)
    #expect(wheel.takeDue() == [2])
    #expect(wheel.cancel(second) == nil)
  }

  @Test func `A due timer can be cancelled until it is taken out`() {
    var wheel = TimingWheel<Int>()
    let handles = (0..<3).map { wheel.insert($0, at: Int64($0)) }
    wheel.advance(to: 10)
    #expect(wheel.cancel(handles[1]) == 1)
    #expect(wheel.takeDue() == [0, 2])
  }

  @Test func `Memory of removed timers is reused, and freed with the last`() {
    var wheel = TimingWheel<Int>()
    var handles = (0..<5_000).map { wheel.insert($0, at: Int64($0)) }
    for _ in 0..<3 {
      for handle in handles[1...] { #expect(wheel.cancel(handle) != nil) }
      handles[1...] = ArraySlice((1..<5_000).map { wheel.insert($0, at: Int64($0)) })
    }
    #expect(wheel.entries.count == 5_000)
    for handle in handles { #expect(wheel.cancel(handle) != nil) }
    #expect(wheel.entries.capacity == 0)

    // The handles stay stale when their places come again.
    let new = wheel.insert(7, at: 7)
    for handle in handles { #expect(wheel.cancel(handle) == nil) }
    #expect(wheel.cancel(new) == 7)
  }

  @Test func `A timer takes 40 bytes`() {
    #expect(MemoryLayout<TimingWheel<TimerAction>.Entry>.stride == 40)
  }

  @Test func `A cancelled or expired timer is released`() {
    final class Witness {}
    var wheel = TimingWheel<Witness>()
    weak var cancelled: Witness?
    weak var delivered: Witness?
    do {
      let (first, second) = (Witness(), Witness())
      (cancelled, delivered) = (first, second)
      let handle = wheel.insert(first, at: 1)
      wheel.insert(second, at: 2)
      _ = wheel.cancel(handle)
      wheel.advance(to: 2)
      _ = wheel.popDue()
    }
    #expect(cancelled == nil)
    #expect(delivered == nil)
  }
}

extension TimingWheel {
  /// Takes out everything that is due.
  mutating func takeDue() -> [Element] {
    var due: [Element] = []
    while let next = popDue() { due.append(next.element) }
    return due
  }
}
