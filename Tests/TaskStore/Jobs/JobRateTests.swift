import ModularityTestSupport
import Testing

@testable import TaskStore

/// The arithmetic of rates, beside a model that keeps all times.
@Suite struct JobRateTests {
  /// The times at which jobs have begun, in nanoseconds.
  private struct Begins {
    let rate: JobRate
    private(set) var times: [Int64] = []

    init(_ rate: JobRate) { self.rate = rate }

    /// Adds jobs that begin at a time.
    ///
    /// - Returns: A Boolean value that indicates whether the period that ends then has no more of
    ///   them than the rate lets.
    mutating func add(_ count: Int, at time: Int64) -> Bool {
      times += Array(repeating: time, count: count)
      let period = Int64(rate.period / .nanoseconds(1))
      return times.reversed().prefix { $0 > time - period }.count <= rate.count
    }
  }

  private func randomRate(_ random: inout SeededGenerator) -> JobRate {
    let count = Int.random(in: 1...40, using: &random)
    return JobRate(
      count, per: .nanoseconds(Int64.random(in: 1...2_000, using: &random)),
      burst: Bool.random(using: &random) ? nil : Int.random(in: 1...count, using: &random))
  }

  @Test func `No more jobs than the count start in any period, however they come`() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<600 {
      let rate = randomRate(&random)
      var limiter = JobRateLimiter(rate)
      var begins = Begins(rate)
      var now = Int64.random(in: -5_000...5_000, using: &random)
      for _ in 0..<120 {
        switch Int.random(in: 0..<4, using: &random) {
        // As soon as the next may begin, evenly, after a pause, and at the same time.
        case 0: now += Int64(limiter.wait(at: now) / .nanoseconds(1))
        case 1: now += rate.spacing
        case 2: now += Int64.random(in: 0...6_000, using: &random)
        default: break
        }
        let permits = limiter.permits(at: now)
        #expect(permits <= rate.burst)
        #expect((permits == 0) == (limiter.wait(at: now) > .zero))
        let count =
          Bool.random(using: &random) ? permits : Int.random(in: 0...permits, using: &random)
        limiter.begin(count, at: now)
        guard begins.add(count, at: now) else {
          Issue.record("\(rate) at \(now): \(begins.times.suffix(50))")
          return
        }
      }
    }
  }

  @Test func `A burst starts at once, and each job after it in its turn`() {
    let rate = JobRate(100, per: .seconds(60))
    #expect(rate.burst == 10)
    var limiter = JobRateLimiter(rate)
    #expect(limiter.permits(at: 0) == 10)
    limiter.begin(10, at: 0)
    #expect(limiter.permits(at: rate.spacing - 1) == 0)
    #expect(limiter.wait(at: 1) == .nanoseconds(rate.spacing - 1))
    #expect(limiter.permits(at: rate.spacing) == 1)
    #expect(limiter.permits(at: rate.spacing * 2) == 2)
    #expect(limiter.permits(at: rate.spacing * 1_000) == 10)
    // The last of the count begins before the period is over.
    #expect(rate.spacing * 90 < 60_000_000_000)
  }

  @Test func `A burst of 1 uses the whole count, and one of the count a period for each job`() {
    #expect(JobRate(60, per: .seconds(60), burst: 1).spacing == 1_000_000_000)
    #expect(JobRate(60, per: .seconds(60), burst: 60).spacing == 60_000_000_000)
    #expect(JobRate(9, per: .seconds(60)).burst == 1)
  }

  @Test func `Looks that come late lose nothing over long times`() {
    var random = SeededGenerator(seed: 4)
    let rate = JobRate(1_000, per: .seconds(7))
    var limiter = JobRateLimiter(rate)
    let tolerance = Int64(rate.burst - 1) * rate.spacing
    let start: Int64 = 1_893_456_000_000_000_000
    var (now, begun) = (start, 0)
    for _ in 0..<20_000 {
      let permits = limiter.permits(at: now)
      limiter.begin(permits, at: now)
      begun += permits
      #expect(begun == rate.burst + Int((now - start) / rate.spacing))
      now += Int64.random(in: 0...tolerance, using: &random)
    }
    #expect(now - start > 3_600_000_000_000)
  }

  @Test func `Values that make no sense are brought to the nearest that do`() {
    let least = JobRate(0, per: .zero, burst: -1)
    #expect(least == JobRate(1, per: .nanoseconds(1), burst: 1))
    #expect(JobRate(-5, per: .seconds(-5)) == least)
    #expect(JobRate(5, per: .seconds(1), burst: 9) == JobRate(5, per: .seconds(1), burst: 5))
    let longest = JobRate(1, per: .seconds(Int64.max))
    #expect(longest.period == .seconds(1_000_000_000))
    // A period that is no whole number of nanoseconds is rounded to the stricter one.
    #expect(
      JobRate(1, per: Duration(secondsComponent: 0, attosecondsComponent: 1_000_000_001)).period
        == .nanoseconds(2))
  }

  @Test(arguments: [Int64.min, -1, 0, 1_893_456_000_000_000_000, .max])
  func `Extreme values do not overflow`(now: Int64) {
    let counts = [1, 2, 1_000, Int.max]
    let periods: [Duration] = [.zero, .nanoseconds(1), .seconds(60), .seconds(Int64.max)]
    for count in counts {
      for period in periods {
        for burst in counts + [.max / 2] {
          let rate = JobRate(count, per: period, burst: burst)
          for next in [nil, Int64.min, 0, now, .max] {
            var limiter = JobRateLimiter(rate, nextBegin: next)
            _ = limiter.adjust(to: now)
            let permits = limiter.permits(at: now)
            #expect((0...rate.burst).contains(permits))
            limiter.begin(permits, at: now)
            limiter.begin(.max, at: now)
            #expect(limiter.permits(at: now) == 0 || now == .max)
            #expect(limiter.wait(at: now) >= .zero)
          }
        }
      }
    }
  }

  // MARK: - A clock that is set

  @Test func `When the clock was set back, the next job starts after one turn`() {
    let rate = JobRate(10, per: .seconds(10), burst: 5)
    let hour: Int64 = 3_600_000_000_000
    var limiter = JobRateLimiter(rate)
    limiter.begin(5, at: hour)
    let before = limiter
    let isChanged = limiter.adjust(to: hour)
    #expect(!isChanged)
    #expect(limiter == before)
    let isAdjusted = limiter.adjust(to: 0)
    #expect(isAdjusted)
    #expect(limiter.wait(at: 0) == .nanoseconds(rate.spacing))
    #expect(limiter.permits(at: rate.spacing) == 1)
  }

  @Test func `A clock that is set back again and again lets no more jobs start`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<400 {
      let rate = randomRate(&random)
      var limiter = JobRateLimiter(rate)
      var begins = Begins(rate)
      // The time that has passed, and what the clock is behind it.
      var (passed, behind): (Int64, Int64) = (0, 0)
      for _ in 0..<120 {
        passed += Int64.random(in: 0...300, using: &random)
        if Int.random(in: 0..<4, using: &random) == 0 {
          behind += Int64.random(in: 0...5_000, using: &random)
        }
        let now = passed - behind
        _ = limiter.adjust(to: now)
        #expect(limiter.wait(at: now) <= .nanoseconds(rate.spacing))
        let permits = limiter.permits(at: now)
        limiter.begin(permits, at: now)
        guard begins.add(permits, at: passed) else {
          Issue.record("\(rate) at \(passed): \(begins.times.suffix(50))")
          return
        }
      }
    }
  }
}
