import Foundation
import ModularityTestSupport
import Testing

@testable import Khala

/// What is told of the log of the process, whose settings these tests change: each
/// in a process of its own.
@Suite struct KhalaLogReportingTests {
  @Test func `A lost line is reported as a problem of Khala, in its language`()
    async
  {
    await #expect(processExitsWith: .success) {
      let reported = EventRecorder<KhalaError>()
      Khala.errorHandler = { reported.record($0) }
      let world = try LogWorld()
      let log = KhalaLog.ofProcess(configuration: world.configuration { $0.fileSizeCap = 40 })
      log.isEnabled = true
      log.write(url: "kl://A/far/too/long")
      Khala.language = .cn
      log.write(url: "kl://A/far/too/long", parameters: ["a": 1])
      log.close()
      let why = "raise 'fileSizeCap' (1 line was not written))"
      let line = "2018-12-01 02:06:54  kl://A/far/too/long"
      #expect(reported.events.map(\.code) == [.logFailed, .logFailed])
      #expect(reported.events.map(\.url) == ["kl://A/far/too/long", "kl://A/far/too/long"])
      #expect(reported.events[0].message.hasPrefix("[Khala] log write fail: \(line)  {} (a line"))
      #expect(reported.events[1].message.hasPrefix("[Khala] 日志写入失败: \(line)  {\"a\":1} (a line"))
      #expect(reported.events.allSatisfy { $0.message.hasSuffix(why) })
      #expect(
        reported.events.allSatisfy { ($0.underlyingError as? KhalaLogError)?.code == .lineTooLong })
      #expect(world.errors.events.isEmpty)
    }
  }

  #if os(Linux)
    @Test func `The default log reports a folder that it cannot use`()
      async
    {
      await #expect(processExitsWith: .success) {
        let world = try LogWorld()
        // A file is where the log would make its folder.
        try Data().write(to: world.folder)
        unsafe setenv("XDG_STATE_HOME", world.folder.path, 1)
        let reported = EventRecorder<KhalaError>()
        Khala.errorHandler = { reported.record($0) }
        // Wires that other tests declare have asked for the settings before.
        Khala.history = KhalaLog.ofProcess()
        Khala.isEnabledLog = true
        let log = try #require(Khala.history as? KhalaLog)
        log.flush()
        let error = try #require(reported.events.first)
        #expect(error.code == .logFailed)
        #expect(error.url == "")
        #expect(error.message.hasPrefix("[Khala] log write fail: \(world.folder.path)/khala/logs"))
        #expect((error.underlyingError as? KhalaLogError)?.code == .folderUnavailable)
      }
    }
  #endif
}
