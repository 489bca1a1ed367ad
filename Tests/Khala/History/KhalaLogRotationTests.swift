import Foundation
import ModularityTestSupport
import Synchronization
import Testing

@testable import Khala

@Suite struct KhalaLogRotationTests {
  @Test func `The first line of a day starts a file`() throws {
    let world = try LogWorld(at: "2018-12-31T23:59:59Z")
    // A clock of its own that never comes to midnight.
    let log = world.log { $0.clock = ManualClock() }
    log.write(url: "kl://A/old")
    world.pass(1)
    log.write(url: "kl://A/new")
    log.flush()
    #expect(world.handedOver.events == ["2018-12-31.log"])
    #expect(try world.text("2018-12-31.log") == "2018-12-31 23:59:59  kl://A/old  {}\n")
    log.close()
    #expect(try world.text("2019-01-01.log") == "2019-01-01 00:00:00  kl://A/new  {}\n")
    #expect(world.handedOver.events == ["2018-12-31.log"])
  }

  @Test func `A day's file is finished at midnight even if no line is written`() async throws {
    let world = try LogWorld(at: "2018-12-01T23:00:00Z")
    let log = world.log()
    for day in 1...3 {
      log.write(url: "kl://A/b")
      try await world.clock.sleepers(atLeast: 1)
      world.pass(3_599)
      #expect(world.handedOver.events.count == day - 1)
      // Midnight is waited for by a millisecond more.
      world.pass(2)
      try await world.handedOver.waitForEvents(count: day)
      try await world.clock.sleepers(atLeast: 1)
      world.pass(86_400 - 3_601)
    }
    #expect(world.handedOver.events == ["2018-12-01.log", "2018-12-02.log", "2018-12-03.log"])
    log.close()
    #expect(world.names == world.handedOver.events)
  }

  @Test func `No timer for midnight remains after the log is disabled or released`() async throws {
    let world = try LogWorld()
    var log: KhalaLog? = world.log()
    try await world.clock.sleepers(atLeast: 1)
    // A sleep ends in the call that cancels it.
    log?.close()
    #expect(world.clock.sleeperCount == 0)
    log?.isEnabled = true
    try await world.clock.sleepers(atLeast: 1)
    log?.flush()
    weak let gone = log
    log = nil
    #expect(gone == nil)
    #expect(world.clock.sleeperCount == 0)
  }

  @Test func `A full file is followed by the next`() throws {
    let world = try LogWorld()
    // Three lines of 34 bytes fit.
    let log = world.log { $0.fileSizeCap = 105 }
    for number in 0..<8 { log.write(url: "kl://A/\(number)") }
    log.flush()
    #expect(world.handedOver.events == ["2018-12-01.log", "2018-12-01.1.log"])
    log.close()
    #expect(world.names == ["2018-12-01.1.log", "2018-12-01.2.log", "2018-12-01.log"])
    for (name, numbers) in [("", 0..<3), (".1", 3..<6), (".2", 6..<8)] {
      let text = numbers.map { "2018-12-01 02:06:54  kl://A/\($0)  {}\n" }.joined()
      #expect(try world.text("2018-12-01\(name).log") == text)
    }
    #expect(try world.isReadOnly("2018-12-01.log"))
    #expect(try !world.isReadOnly("2018-12-01.2.log"))
  }

  @Test func `The oldest files are removed beyond the total cap`() throws {
    let world = try LogWorld()
    try world.leave("old\n", as: "2018-11-30.log")
    try world.leave("not ours", as: "notes.txt")
    // Two lines of 34 bytes fit.
    let log = world.log {
      $0.fileSizeCap = 40
      $0.totalSizeCap = 70
    }
    for number in 0..<4 {
      log.write(url: "kl://A/\(number)")
      log.flush()
    }
    #expect(world.names == ["2018-12-01.2.log", "2018-12-01.3.log", "notes.txt"])
    #expect(world.handedOver.events.count == 4)
    log.close()
    #expect(world.errors.events == [])
  }

  @Test func `Files that another log has open are not removed`() throws {
    let world = try LogWorld(at: "2018-11-30T12:00:00Z")
    let other = world.log { $0.clock = ManualClock() }
    other.write(url: "kl://A/b")
    world.pass(86_400)
    let log = world.log {
      $0.fileSizeCap = 40
      $0.totalSizeCap = 1
    }
    for number in 0..<3 { log.write(url: "kl://A/\(number)") }
    log.flush()
    #expect(world.names == ["2018-11-30.log", "2018-12-01.2.log"])
    log.close()
    other.close()
  }

  @Test func `A clock that is set back does not move the log to an earlier day`() throws {
    let world = try LogWorld()
    let log = world.log { $0.clock = ManualClock() }
    log.write(url: "kl://A/1")
    world.setBack(86_400)
    log.write(url: "kl://A/2")
    log.close()
    #expect(world.names == ["2018-12-01.log"])
    #expect(
      try world.text("2018-12-01.log") == """
        2018-12-01 02:06:54  kl://A/1  {}
        2018-11-30 02:06:54  kl://A/2  {}

        """)
  }

  @Test func `A file that is created and released during recovery is not a leftover`() throws {
    let world = try LogWorld(at: "2018-12-01T23:59:59Z")
    let holder = LogHolder()
    let hasBegun = Atomic(false)
    var configuration = world.configuration()
    // The first caller outside of all tasks is the search for leftovers, on the log's queue, before
    // it lists the folder.
    configuration.now = {
      let moment = world.now
      let isInTask = unsafe withUnsafeCurrentTask { unsafe $0 != nil }
      guard !isInTask, !hasBegun.exchange(true, ordering: .relaxed) else { return moment }
      holder.log?.write(url: "kl://A/1")
      world.pass(1)
      holder.log?.write(url: "kl://A/2")
      holder.log?.isEnabled = false
      return moment
    }
    let log = KhalaLog(configuration: configuration)
    holder.log = log
    log.isEnabled = true
    // Once for what happens above, and once for what that leaves to be done.
    log.flush()
    log.flush()
    let didBegin = hasBegun.load(ordering: .relaxed)
    #expect(didBegin)
    #expect(world.names == ["2018-12-01.log", "2018-12-02.log"])
    #expect(world.handedOver.events == ["2018-12-01.log"])
  }

  @Test func `A hook runs without the lock`() throws {
    let world = try LogWorld()
    let holder = LogHolder()
    let log = world.log {
      $0.fileSizeCap = 40
      $0.onFinishedFile = { [handedOver = world.handedOver] url in
        handedOver.record(url.lastPathComponent)
        if handedOver.events.count < 3 { holder.log?.write(url: "kl://A/hook") }
        holder.log?.flush()
        try? FileManager.default.removeItem(at: url)
      }
    }
    holder.log = log
    log.write(url: "kl://A/1")
    log.write(url: "kl://A/2")
    // Every hook may finish a file, for which another is called.
    for _ in 0..<4 { log.flush() }
    #expect(
      world.handedOver.events == ["2018-12-01.log", "2018-12-01.1.log", "2018-12-01.2.log"])
    log.close()
    #expect(world.names == ["2018-12-01.3.log"])
    #expect(world.errors.events == [])
    holder.log = nil
  }
}
