import Foundation
import Khala
import ModularityTestSupport
import Testing

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
