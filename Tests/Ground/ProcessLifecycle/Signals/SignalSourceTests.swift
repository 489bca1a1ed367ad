import Dispatch
import Testing

@testable import ProcessLifecycle

@Suite struct SignalSourceTests {
  @Test func `A signal that Dispatch does not start to watch is an error, and nothing hangs`()
    async throws
  {
    await #expect(processExitsWith: .success) {
      let signal = try #require(ProcessSignal(.user2))
      let source = SignalSource(
        signal, traffic: SignalTraffic(), isHostInCharge: { false },
        waitForDispatch: { _ in .timedOut }, tellHost: { _ in })
      let error = #expect(throws: ProcessLifecycleError.self) {
        try source.start { _ in Delivery() }
      }
      #expect(error?.code == .systemCallFailed)
      #expect(error?.event == .user2)
      #expect(error?.message.contains("ulimit -v") == true)
      source.stop()
    }
  }
}
