import ModularityTestSupport
import Testing

@testable import TaskKit

@Suite struct FixedRateTests {
  @Test func `Fire times do not drift, however many have passed`() {
    let third = Duration(attoseconds: 333_333_333_333_333_333)
    let rate = FixedRate(start: .seconds(7), interval: third)
    #expect(rate.time(0) == .seconds(7))
    #expect(rate.time(1) == .seconds(7) + third)
    let number = 1_000_000_000_000
    #expect(
      rate.time(number)
        == Duration(
          attoseconds: 7_000_000_000_000_000_000 + 333_333_333_333_333_333 * Int128(number)))
  }

  @Test func `The next fire time is after now`() {
    let rate = FixedRate(start: .seconds(10), interval: .seconds(3))
    // now, how many have come, the next
    let vectors: [(Duration, Int, Duration)] = [
      (.seconds(-100), 0, .seconds(10)),
      (.seconds(9), 0, .seconds(10)),
      (.seconds(10), 1, .seconds(13)),
      (.nanoseconds(12_999_999_999), 1, .seconds(13)),
      (.seconds(13), 2, .seconds(16)),
      (.seconds(40), 11, .seconds(43)),
    ]
    for (now, count, next) in vectors {
      #expect(rate.count(until: now) == count, "\(now)")
      #expect(rate.time(rate.next(after: now)) == next, "\(now)")
    }
  }

  @Test func `A run every two seconds, ten times, is at 2, 4 and so on`() {
    let rate = FixedRate(start: .zero, interval: .seconds(2))
    #expect((1...10).map(rate.time) == stride(from: 2, through: 20, by: 2).map { .seconds($0) })
  }

  @Test(arguments: 1...4) func `Counting is the inverse of computing`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<10_000 {
      let interval = Duration(
        attoseconds: Int128.random(
          in: 1...(1 << Int128.random(in: 0..<90, using: &generator)), using: &generator))
      let start = Duration(
        attoseconds: Int128.random(in: -(1 << 80)...(1 << 80), using: &generator))
      let rate = FixedRate(start: start, interval: interval)
      let number = Int.random(in: 0...(1 << 30), using: &generator)
      let moment = rate.time(number)
      #expect(rate.count(until: moment) == number + 1)
      #expect(rate.count(until: moment - Duration(attoseconds: 1)) == number)
      #expect(rate.next(after: moment) == number + 1)
    }
  }

  @Test func `Fire times out of range are the maximum`() {
    let rate = FixedRate(start: .zero, interval: Duration(attoseconds: .max))
    #expect(rate.time(1).attoseconds == .max)
    #expect(rate.time(2).attoseconds == .max)
    #expect(rate.time(-2).attoseconds == .min)
    let early = FixedRate(
      start: Duration(attoseconds: .min), interval: Duration(attoseconds: 1))
    #expect(early.count(until: Duration(attoseconds: .max)) == .max)
    let late = FixedRate(start: Duration(attoseconds: .max), interval: .seconds(1))
    #expect(late.time(1).attoseconds == .max)
  }

  @Test func `Deadlines are rounded up to nanoseconds, and clock readings down`() {
    let vectors: [(Int128, passed: Int64, needed: Int64)] = [
      (0, 0, 0), (1, 0, 1), (999_999_999, 0, 1), (1_000_000_000, 1, 1), (1_000_000_001, 1, 2),
      (-1, -1, 0), (-1_000_000_000, -1, -1), (-1_000_000_001, -2, -1),
      (.max, .max, .max), (.min, .min, .min),
    ]
    for (attoseconds, passed, needed) in vectors {
      let duration = Duration(attoseconds: attoseconds)
      #expect(duration.nanosecondsPassed == passed)
      #expect(duration.nanosecondsNeeded == needed)
    }
  }
}
