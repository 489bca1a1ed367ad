import Bridge
import Foundation
import ProgramTestSupport
import Synchronization
import Testing

/// The forwarder of Rhea's documentation, whose text the fixture has.
@Suite struct ForwardingTests {
  @Test(.timeLimit(.minutes(10)), arguments: ["dispatchMain", "RunLoop"])
  func `A forwarder with the main queue receives what is posted there and elsewhere`(
    loop: String
  ) async throws {
    let program = Command(
      executable: Bundle.main.bundleURL.appending(path: "ForwardingFixture"), arguments: [loop])
    let forwarded = "~~~~ app did enter background"
    #expect(
      try await program.succeed().lines == [forwarded, "posted on the main queue", forwarded])
  }

  @Test func `Foundation's queues remain those of Foundation`() {
    let name = Notification.Name("forwarding.plain")
    let isCalled = Atomic(false)
    let token: any NSObjectProtocol = NotificationCenter.default.addObserver(
      forName: name, object: nil, queue: nil
    ) { _ in isCalled.store(true, ordering: .sequentiallyConsistent) }
    let main: any NSObjectProtocol = NotificationCenter.default.addObserver(
      forName: Notification.Name("forwarding.main"), object: nil, queue: OperationQueue.main
    ) { _ in }
    // Without a queue, at once on the thread of the poster.
    NotificationCenter.default.post(name: name, object: nil)
    let wasCalled = isCalled.load(ordering: .sequentiallyConsistent)
    #expect(wasCalled)
    for token in [token, main] { NotificationCenter.default.removeObserver(token) }
  }
}
