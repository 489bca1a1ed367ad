import Foundation
import ModularityTestSupport
import Testing

@testable import Khala

@Suite struct KhalaLogTests {
  @Test func `Nothing is made or written while the log is disabled`() throws {
    let world = try LogWorld()
    let log = KhalaLog(configuration: world.configuration())
    log.write(url: "kl://A/b")
    log.flush()
    log.close()
    #expect(!log.isEnabled)
    #expect(!FileManager.default.fileExists(atPath: world.folder.path))
  }

  @Test func `A line is in the file when the call returns`() throws {
    let world = try LogWorld()
    let log = world.log()
    log.write(url: "kl://SwiftClass/double?", parameters: ["test": "666"])
    let line = "2018-12-01 02:06:54  kl://SwiftClass/double  {\"test\":\"666\"}\n"
    #expect(try world.text("2018-12-01.log") == line)
    log.close()
    #expect(try world.text("2018-12-01.log") == line)
    #expect(world.names == ["2018-12-01.log"])
    #expect(world.errors.events == [])
  }

  @Test func `The file of a released log is continued by the next one`() throws {
    let world = try LogWorld()
    for _ in 0..<2 {
      let log = world.log()
      log.write(url: "kl://A/b")
    }
    let line = "2018-12-01 02:06:54  kl://A/b  {}\n"
    #expect(try world.text("2018-12-01.log") == line + line)
    #expect(world.names == ["2018-12-01.log"])
  }

  @Test func `A log without lines leaves no file`() throws {
    let world = try LogWorld()
    world.log().close()
    #expect(world.names == [])
    #expect(world.handedOver.events == [])
  }

  @Test func `Enabled again on the same day, the file is continued`() throws {
    let world = try LogWorld()
    let log = world.log()
    log.write(url: "kl://A/1")
    log.isEnabled = false
    log.write(url: "kl://A/2")
    log.isEnabled = true
    log.write(url: "kl://A/3")
    log.close()
    let other = world.log()
    other.write(url: "kl://A/4")
    other.close()
    #expect(
      try world.text("2018-12-01.log") == """
        2018-12-01 02:06:54  kl://A/1  {}
        2018-12-01 02:06:54  kl://A/3  {}
        2018-12-01 02:06:54  kl://A/4  {}

        """)
    #expect(world.handedOver.events == [])
  }

  @Test func `Folder and files are for their owner only`() throws {
    let world = try LogWorld()
    let log = world.log()
    let permissions = { (path: String) in
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try permissions(world.folder.path) == 0o700)
    #expect(try permissions(world.url("2018-12-01.log").path) == 0o600)
    log.close()
  }

  @Test func `Two logs in one folder do not share files`() throws {
    let world = try LogWorld()
    let first = world.log()
    let second = world.log()
    first.write(url: "kl://A/first")
    second.write(url: "kl://A/second")
    first.close()
    second.close()
    #expect(
      try world.text("2018-12-01.log") == "2018-12-01 02:06:54  kl://A/first  {}\n")
    #expect(
      try world.text("2018-12-01.1.log") == "2018-12-01 02:06:54  kl://A/second  {}\n")
    #expect(world.handedOver.events == [])
  }

  @Test func `A long line is written whole`() throws {
    let world = try LogWorld()
    let log = world.log()
    let long = String(repeating: "x", count: 300_000)
    for _ in 0..<3 { log.write(url: "kl://A/b", parameters: ["long": long]) }
    log.close()
    let line = "2018-12-01 02:06:54  kl://A/b  {\"long\":\"\(long)\"}\n"
    #expect(try world.text("2018-12-01.log") == line + line + line)
  }

  #if os(Linux)
    @Test func `The folder is that of the user's environment`() {
      let home = URL(filePath: "/homes/zeratul")
      let place = { LogFolder.userState(environment: $0, home: home).path }
      #expect(place(["XDG_STATE_HOME": "/var/state"]) == "/var/state")
      #expect(place([:]) == "/homes/zeratul/.local/state")
      #expect(place(["XDG_STATE_HOME": "state"]) == "/homes/zeratul/.local/state")
      #expect(KhalaLogConfiguration().folder.path.hasSuffix("/khala/logs"))
    }
  #endif
}

/// The log that the article "Keeping a Log" makes.
@Suite struct LogExampleTests {
  @Test func `Secrets are not written, and a finished file is handed over`() throws {
    let world = try LogWorld(at: "2018-12-01T23:59:59Z")
    let folder = world.folder
    let uploads = EventRecorder<String>()
    let upload: @Sendable (URL) -> Void = { uploads.record($0.lastPathComponent) }

    var configuration = KhalaLogConfiguration(folder: folder)
    configuration.fileSizeCap = 1 << 20
    configuration.totalSizeCap = 16 << 20
    configuration.redactedKeys = ["password", "token"]
    configuration.onFinishedFile = { file in upload(file) }

    configuration.now = { world.now }
    configuration.clock = ManualClock()
    let log = KhalaLog(configuration: configuration)
    log.isEnabled = true
    let call = try #require(Khala(str: "kl://A/b?token=secret", params: ["password": "secret"]))
    log.write(call.node)
    world.pass(1)
    log.write(call.node)
    log.close()
    #expect(uploads.events == ["2018-12-01.log"])
    let text = try world.text("2018-12-01.log")
    #expect(text == "2018-12-01 23:59:59  kl://A/b  {\"password\":\"•••\",\"token\":\"•••\"}\n")
  }
}
