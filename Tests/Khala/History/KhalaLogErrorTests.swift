import Foundation
import ModularityTestSupport
import Testing

@testable import Khala

@Suite struct KhalaLogErrorTests {
  @Test func `A folder that cannot be made is reported, and tried again every second`() throws {
    let world = try LogWorld()
    // A file is in its place.
    try Data().write(to: world.folder)
    let log = world.log()
    #expect(world.errors.events.map(\.code) == [.folderUnavailable])
    for _ in 0..<3 { log.write(url: "kl://A/lost") }
    #expect(world.errors.events.count == 1)
    world.pass(1)
    log.write(url: "kl://A/lost")
    #expect(world.errors.events.map(\.lostLines) == [0, 4])
    log.write(url: "kl://A/lost")
    try FileManager.default.removeItem(at: world.folder)
    world.pass(1)
    log.write(url: "kl://A/kept")
    #expect(world.errors.events.map(\.lostLines) == [0, 4, 1])
    log.close()
    #expect(try world.text("2018-12-01.log") == "2018-12-01 02:06:56  kl://A/kept  {}\n")
  }

  @Test func `Lines that are lost when the log is disabled are reported`() throws {
    let world = try LogWorld()
    try Data().write(to: world.folder)
    let log = world.log()
    log.write(url: "kl://A/lost")
    log.close()
    #expect(world.errors.events.map(\.lostLines) == [0, 1])
    #expect(world.errors.events.last?.description.hasSuffix("(1 line was not written)") == true)
  }

  /// Limits the size of the files that this process writes, in bytes.
  private static func limitFiles(to size: rlim_t) throws {
    var limit = rlimit()
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
      let resource = RLIMIT_FSIZE
    #endif
    try #require(unsafe getrlimit(resource, &limit) == 0)
    limit.rlim_cur = min(size, limit.rlim_max)
    try #require(unsafe setrlimit(resource, &limit) == 0)
  }

  // The limit cuts a write short, as a full disk does, for a process of its own.
  @Test func `A full disk is reported, and written lines stay`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let world = try LogWorld()
      let log = world.log()
      log.write(url: "kl://A/1")
      // Of the next line, 16 bytes fit.
      try Self.limitFiles(to: 50)
      log.write(url: "kl://A/2")
      let written = try world.text("2018-12-01.log")
      log.write(url: "kl://A/3")
      world.pass(1)
      log.write(url: "kl://A/4")
      try Self.limitFiles(to: .max)
      #expect(written == "2018-12-01 02:06:54  kl://A/1  {}\n")
      #expect(world.errors.events.map(\.code) == [.diskFull, .diskFull])
      #expect(world.errors.events.map(\.lostLines) == [1, 2])
      world.pass(1)
      log.write(url: "kl://A/5")
      log.close()
      #expect(
        try world.text("2018-12-01.log") == """
          2018-12-01 02:06:54  kl://A/1  {}
          2018-12-01 02:06:56  kl://A/5  {}

          """)
      #expect(world.errors.events.count == 2)
    }
  }

  @Test(arguments: [ENOSPC, EDQUOT, EFBIG])
  func `Each sign of a full disk has the same code`(number: Int32) {
    let error = KhalaLogError.systemCall("write", .fileUnavailable, path: "/log", number: number)
    #expect(error.code == .diskFull)
    #expect(error.message.hasPrefix("no space for '/log' (write: "))
  }

  @Test func `A line longer than a file may be is reported`() throws {
    let world = try LogWorld()
    let log = world.log { $0.fileSizeCap = 40 }
    log.write(url: "kl://A/far/too/long/for/the/cap")
    log.write(url: "kl://A/b")
    #expect(world.errors.events.map(\.code) == [.lineTooLong])
    #expect(world.errors.events.map(\.lostLines) == [1])
    log.close()
    #expect(try world.text("2018-12-01.log") == "2018-12-01 02:06:54  kl://A/b  {}\n")
  }

  @Test func `A truncated log file does not crash, and the next line is kept`() throws {
    let world = try LogWorld()
    let log = world.log()
    log.write(url: "kl://A/1")
    try #require(unsafe truncate(world.url("2018-12-01.log").path, 0) == 0)
    log.write(url: "kl://A/2")
    world.pass(1)
    log.write(url: "kl://A/3")
    #expect(world.errors.events.map(\.code) == [.fileDisturbed])
    #expect(world.errors.events.map(\.lostLines) == [0])
    log.close()
    #expect(
      try world.text("2018-12-01.log") == """
        2018-12-01 02:06:54  kl://A/2  {}
        2018-12-01 02:06:55  kl://A/3  {}

        """)
  }

  @Test func `A file that is shortened within a line is noticed a second later`() throws {
    let world = try LogWorld()
    let log = world.log()
    log.write(url: "kl://A/1")
    log.write(url: "kl://A/2")
    try #require(unsafe truncate(world.url("2018-12-01.log").path, 40) == 0)
    world.pass(1)
    log.write(url: "kl://A/3")
    #expect(world.errors.events.map(\.code) == [.fileDisturbed])
    log.close()
    #expect(
      try world.text("2018-12-01.log") == """
        2018-12-01 02:06:54  kl://A/1  {}
        2018-12-01 02:06:55  kl://A/3  {}

        """)
  }

  @Test(arguments: ["removed", "moved", "replaced"])
  func `A removed or renamed log file is noticed a second later`(how: String) throws {
    let world = try LogWorld()
    let log = world.log()
    log.write(url: "kl://A/1")
    let url = world.url("2018-12-01.log")
    if how == "moved" {
      try FileManager.default.moveItem(at: url, to: world.url("elsewhere"))
    } else {
      try FileManager.default.removeItem(at: url)
    }
    if how == "replaced" { try world.leave("other\n", as: "2018-12-01.log") }
    world.pass(1)
    log.write(url: "kl://A/2")
    log.write(url: "kl://A/3")
    log.close()
    #expect(world.errors.events.map(\.code) == [.fileDisturbed])
    let lines = "2018-12-01 02:06:55  kl://A/2  {}\n2018-12-01 02:06:55  kl://A/3  {}\n"
    switch how {
    case "replaced": #expect(try world.text("2018-12-01.log") == "other\n" + lines)
    case "moved":
      #expect(try world.text("elsewhere") == "2018-12-01 02:06:54  kl://A/1  {}\n")
      fallthrough
    default: #expect(try world.text("2018-12-01.1.log") == lines)
    }
  }

  @Test func `A removed folder is created again`() throws {
    let world = try LogWorld()
    let log = world.log()
    log.write(url: "kl://A/1")
    try FileManager.default.removeItem(at: world.folder)
    world.pass(1)
    log.write(url: "kl://A/2")
    log.close()
    #expect(try world.text("2018-12-01.1.log") == "2018-12-01 02:06:55  kl://A/2  {}\n")
  }

  @Test func `A handler may write to the log that calls it`() throws {
    let world = try LogWorld()
    let holder = LogHolder()
    let log = world.log { [errors = world.errors] in
      $0.fileSizeCap = 40
      $0.errorHandler = {
        errors.record($0)
        holder.log?.write(url: "kl://A/b")
      }
    }
    holder.log = log
    log.write(url: "kl://A/far/too/long/for/the/cap")
    holder.log = nil
    log.close()
    #expect(try world.text("2018-12-01.log") == "2018-12-01 02:06:54  kl://A/b  {}\n")
  }
}
