import ModularityTestSupport
import Testing

@testable import ProcessLifecycle

@Suite struct PressureStallTests {
  private let text = """
    some avg10=12.50 avg60=0.00 avg300=0.00 total=45
    full avg10=4.99 avg60=0.00 avg300=0.00 total=0

    """

  @Test func `The shares of the last ten seconds are read`() throws {
    let stall = try #require(PressureStall(text))
    #expect(stall.someShare == 0.125)
    #expect(abs(stall.fullShare - 0.0499) < 1e-9)
    #expect(stall.level == .warning)
  }

  @Test func `Memory pressure is critical when all tasks wait`() throws {
    let stall = try #require(PressureStall("some avg10=9.00\nfull avg10=5.00"))
    #expect(stall.level == .critical)
  }

  @Test func `Without a full line, no full stall is assumed`() throws {
    #expect(try #require(PressureStall("some avg10=1.00 total=3")).fullShare == 0)
  }

  @Test(arguments: [
    "", "\n", "some", "some avg10=", "some avg10=x", "some avg10=nan", "some avg10=inf",
    "some avg10=-1", "some avg10=101", "full avg10=1.0", "some avg60=1.0", "avg10=1",
    "some\u{0}avg10=1",
  ])
  func `Text that is not a pressure file is rejected`(text: String) {
    #expect(PressureStall(text) == nil)
  }

  @Test func `Damaged text does not crash the parser`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
      if let stall = PressureStall(String(decoding: bytes, as: UTF8.self)) {
        #expect((0...1).contains(stall.someShare) && (0...1).contains(stall.fullShare))
      }
    }
  }
}

@Suite struct MemoryLimitEventsTests {
  private let text = "low 1\nhigh 3\nmax 1\noom 2\noom_kill 4\noom_group_kill 0\n"

  @Test func `The counters are read`() throws {
    let events = try #require(MemoryLimitEvents(text))
    #expect(events.high == 3)
    #expect(events.hard == 7)
  }

  @Test(arguments: [
    "", "high", "high x", "high -1", "high 1 2", "low 3", "high 18446744073709551616",
  ])
  func `Text that is not a counter file is rejected`(text: String) {
    #expect(MemoryLimitEvents(text) == nil)
  }

  @Test func `Counters as large as can be do not overflow`() throws {
    let events = try #require(MemoryLimitEvents("max \(UInt64.max)\noom 1"))
    #expect(events.hard == .max)
  }

  @Test func `Only growing counters are pressure, and hard limits are critical`() throws {
    let before = try #require(MemoryLimitEvents("high 1\nmax 1"))
    let slowed = try #require(MemoryLimitEvents("high 2\nmax 1"))
    let hit = try #require(MemoryLimitEvents("high 2\nmax 2"))
    #expect(before.level(since: before) == nil)
    #expect(slowed.level(since: before) == .warning)
    #expect(hit.level(since: before) == .critical)
    #expect(before.level(since: hit) == nil)
  }

  @Test func `The control group is that of the unified hierarchy`() {
    typealias Places = MemoryPressureSource.Places
    #expect(
      Places.limitEvents(fromCgroup: "4:memory:/x\n0::/app.slice/one\n")
        == "/sys/fs/cgroup/app.slice/one/memory.events")
    #expect(Places.limitEvents(fromCgroup: "0::/\n") == nil)
    #expect(Places.limitEvents(fromCgroup: "4:memory:/x\n") == nil)
    #expect(Places.limitEvents(fromCgroup: "") == nil)
  }
}

@Suite struct ClockChangeTests {
  private let start = ClockReading(
    wall: .seconds(1_000), monotonic: .seconds(10), sinceBoot: .seconds(20))

  @Test(arguments: [3_600, -3_600, 0])
  func `A clock that was set jumps by its difference to other clocks`(seconds: Int) {
    let later = ClockReading(
      wall: start.wall + .seconds(5 + seconds), monotonic: .seconds(15), sinceBoot: .seconds(25))
    #expect(ClockChange(from: start, to: later) == ClockChange(jump: .seconds(seconds)))
  }

  @Test func `Sleep is not a jump`() {
    let later = ClockReading(
      wall: .seconds(1_065), monotonic: .seconds(15), sinceBoot: .seconds(85))
    #expect(
      ClockChange(from: start, to: later) == ClockChange(jump: .zero, slept: .seconds(60)))
  }
}
