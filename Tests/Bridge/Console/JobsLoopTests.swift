import ModularityTestSupport
import Synchronization
import TaskStore
import Testing

@testable import Bridge

/// The loop that draws the view of jobs, on a clock that a test moves.
@Suite struct JobsLoopTests {
  /// A screen that keeps its frames, and a keyboard that a test presses keys of.
  private final class PaperScreen: LiveScreen {
    let frames = EventRecorder<[String]>()
    let keys: AsyncStream<UInt8>
    let keyboard: AsyncStream<UInt8>.Continuation
    private let current = Mutex((width: 80, height: 24))

    init() { (keys, keyboard) = AsyncStream.makeStream() }

    var size: (width: Int, height: Int) { current.withLock(\.self) }

    func resize(width: Int, height: Int) { current.withLock { $0 = (width, height) } }

    func draw(_ lines: [String]) { frames.record(lines) }
  }

  /// An overview whose only queue has a number of waiting jobs.
  private static func overview(waiting count: Int) -> JobsOverview {
    JobsOverview(
      store: nil,
      statistics: JobStatistics(
        of: [], queues: [JobQueueRecord(name: "mail", counts: [.waiting: count])],
        within: .seconds(60), at: TaskTime(nanoseconds: 0)),
      running: [])
  }

  private let screen = PaperScreen()
  private let clock = ManualClock()

  /// Starts a loop whose readings are the numbers of waiting jobs, or errors.
  private func start(
    _ read: @escaping @Sendable (Int) throws(BridgeConsoleError) -> Int
  ) -> Task<Void, Never> {
    let readings = Mutex(0)
    let loop = JobsLoop(screen: screen, clock: clock) { () async throws(BridgeConsoleError) in
      let number = readings.withLock { number in
        number += 1
        return number
      }
      return Self.overview(waiting: try read(number))
    }
    return Task { await loop.run(from: Self.overview(waiting: 0)) }
  }

  private var headings: [String] { screen.frames.events.compactMap(\.first) }

  private static func heading(_ count: Int) -> String {
    "\(count) waiting, 0 running, 0 failed; 0/s ended in 60 s"
  }

  @Test func `The view is drawn at once, and then once a second`() async throws {
    let loop = start { $0 }
    for second in 0..<3 {
      try await clock.sleepers(atLeast: 1)
      #expect(headings == (0...second).map(Self.heading))
      clock.advance(by: .milliseconds(999))
      #expect(headings.count == second + 1)
      clock.advance(by: .milliseconds(1))
    }
    try await clock.sleepers(atLeast: 1)
    screen.keyboard.yield(UInt8(ascii: "q"))
    await loop.value
    #expect(headings == (0...3).map(Self.heading))
    #expect(screen.frames.events.allSatisfy { $0.last == "q quits" })
  }

  @Test(arguments: [UInt8(ascii: "q"), UInt8(ascii: "Q"), 3, 4])
  func `A key that ends the view does, and others do not`(key: UInt8) async throws {
    let loop = start { $0 }
    for other in "xyz\u{1B}".utf8 { screen.keyboard.yield(other) }
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    try await clock.sleepers(atLeast: 1)
    #expect(headings.count == 2)
    screen.keyboard.yield(key)
    await loop.value
  }

  @Test func `The view ends with its keyboard`() async throws {
    let loop = start { $0 }
    screen.keyboard.finish()
    await loop.value
  }

  @Test func `The view ends with its task`() async throws {
    let loop = start { $0 }
    try await clock.sleepers(atLeast: 1)
    loop.cancel()
    await loop.value
    #expect(headings.count == 1)
  }

  @Test func `The latest overview stays, with the reason, while the process does not answer`()
    async throws
  {
    let loop = start { number throws(BridgeConsoleError) in
      if number == 2 { throw BridgeConsoleError(.disconnected, "nothing listens") }
      return number
    }
    for _ in 1...3 {
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(1))
    }
    try await clock.sleepers(atLeast: 1)
    screen.keyboard.yield(UInt8(ascii: "q"))
    await loop.value
    #expect(headings == [0, 1, 1, 3].map(Self.heading))
    #expect(
      screen.frames.events.compactMap(\.last)
        == [
          "q quits", "q quits", "nothing listens – q quits",
          "q quits",
        ])
  }

  @Test func `Reading that takes long takes a tenth of the time`() async throws {
    let loop = start { [clock] number throws(BridgeConsoleError) in
      if number == 1 { clock.advance(by: .seconds(2)) }
      return number
    }
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    // The second frame is drawn after a reading of two seconds, and stays for eighteen.
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(17.5))
    #expect(headings == [0, 1].map(Self.heading))
    clock.advance(by: .seconds(0.5))
    try await clock.sleepers(atLeast: 1)
    #expect(headings == [0, 1, 2].map(Self.heading))
    loop.cancel()
    await loop.value
  }

  @Test func `The next frame fits a screen whose size has changed`() async throws {
    let loop = start { $0 }
    try await clock.sleepers(atLeast: 1)
    screen.resize(width: 9, height: 2)
    clock.advance(by: .seconds(1))
    try await clock.sleepers(atLeast: 1)
    screen.keyboard.yield(UInt8(ascii: "q"))
    await loop.value
    #expect(screen.frames.events[1].count <= 2)
    #expect(screen.frames.events[1].allSatisfy { $0.count <= 9 })
  }
}
