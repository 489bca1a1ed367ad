import Foundation
import ModularityTestSupport
import Testing

@testable import Khala

@Suite struct KhalaLogRecoveryTests {
  @Test(arguments: ["", "2018-12-01 02:06:54  kl://A/to"])
  func `After a crash, zero bytes and an unfinished line are removed and the file is continued`(
    unfinished: String
  ) throws {
    let world = try LogWorld()
    try world.leave("whole\n" + unfinished, zeros: 200_000, as: "2018-12-01.log")
    let log = world.log()
    log.write(url: "kl://A/b")
    log.close()
    #expect(
      try world.text("2018-12-01.log") == "whole\n2018-12-01 02:06:54  kl://A/b  {}\n")
    #expect(world.handedOver.events == [])
  }

  @Test func `Files of earlier days are completed and passed to the hook, oldest first, once`()
    throws
  {
    let world = try LogWorld()
    try world.leave("b\n", zeros: 10, as: "2018-11-30.1.log")
    try world.leave("a\n", as: "2018-11-30.log")
    try world.leave("c\nd", zeros: 100_000, as: "2018-11-29.log")
    for _ in 0..<3 { world.log().close() }
    #expect(world.handedOver.events == ["2018-11-29.log", "2018-11-30.log", "2018-11-30.1.log"])
    #expect(try world.text("2018-11-29.log") == "c\n")
    #expect(try world.text("2018-11-30.log") == "a\n")
    #expect(try world.text("2018-11-30.1.log") == "b\n")
  }

  @Test func `Files of today that are not continued are passed to the hook`() throws {
    let world = try LogWorld()
    try world.leave("a\n", as: "2018-12-01.log")
    try world.leave("b\n", as: "2018-12-01.1.log")
    try world.leave(String(repeating: "c", count: 50) + "\n", as: "2018-12-01.2.log")
    // Without a line to write, one byte of room is enough to be continued.
    let log = world.log { $0.fileSizeCap = 40 }
    log.write(url: "kl://A/b")
    log.close()
    #expect(
      Set(world.handedOver.events) == ["2018-12-01.log", "2018-12-01.1.log", "2018-12-01.2.log"])
    #expect(try world.text("2018-12-01.3.log") == "2018-12-01 02:06:54  kl://A/b  {}\n")
  }

  @Test func `A log that is closed at once still completes leftover files`() throws {
    let world = try LogWorld()
    try world.leave("a\n", zeros: 10, as: "2018-11-30.log")
    let log = KhalaLog(configuration: world.configuration())
    log.isEnabled = true
    log.close()
    #expect(try world.text("2018-11-30.log") == "a\n")
    #expect(world.handedOver.events == ["2018-11-30.log"])
  }

  @Test func `A file without a whole line is removed`() throws {
    let world = try LogWorld()
    try world.leave("unfinished", zeros: 4_096, as: "2018-11-30.log")
    world.log().close()
    #expect(world.names == [])
    #expect(world.handedOver.events == [])
  }

  @Test func `Without a hook, files wait for one`() throws {
    let world = try LogWorld()
    try world.leave("a\n", zeros: 10, as: "2018-11-30.log")
    world.log(handsOver: false).close()
    #expect(try world.text("2018-11-30.log") == "a\n")
    #expect(try !world.isReadOnly("2018-11-30.log"))
    world.log().close()
    #expect(world.handedOver.events == ["2018-11-30.log"])
  }

  @Test func `Files that another log has open are not treated as leftovers`() throws {
    let world = try LogWorld(at: "2018-11-30T12:00:00Z")
    let other = world.log { $0.clock = ManualClock() }
    other.write(url: "kl://A/b")
    world.pass(86_400)
    let log = world.log()
    #expect(world.handedOver.events == [])
    other.close()
    log.close()
    world.log().close()
    #expect(world.handedOver.events == ["2018-11-30.log"])
  }
}
