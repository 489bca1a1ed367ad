import Foundation
import ModularityTestSupport
import Pharos
import Testing

@Suite(.timeLimit(.minutes(10))) struct AssigningTests {
  @Test func `A relay is set to the elements of a sequence`() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let relay = SharedRelay(from: stream, initial: 0)
    let seen = EventRecorder<String>()
    relay.whenDidSet { seen.record(arrow($0)) }
    continuation.yield(1)
    continuation.yield(2)
    #expect(try await seen.waitForEvents(count: 2) == ["0->1", "1->2"])
  }

  @Test func `A relay is not kept by the sequence that it is set from`() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    weak var gone: SharedRelay<Int>?
    let assignment: RelayAssignment
    do {
      let relay = SharedRelay(0)
      gone = relay
      assignment = relay.assign(from: stream)
    }
    #expect(gone == nil)
    continuation.yield(1)
    await assignment.finished()
  }

  @Test func `A retainer ends the assignment to a relay`() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let relay = SharedRelay(0)
    let assignment = relay.assign(from: stream)
    do {
      let retainer = Retainer()
      assignment.referenceManaged(by: retainer)
    }
    continuation.yield(1)
    await assignment.finished()
    #expect(relay.value == 0)
  }

  @Test func `An error of a sequence is reported, with the relay`() async {
    await #expect(processExitsWith: .success) {
      struct Broken: Error {}
      let errors = EventRecorder<PharosError>()
      RelaySettings.errorHandler = { errors.record($0) }
      let relay = SharedRelay(5)
      let stream = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Broken()) }
      await relay.assign(from: stream).finished()
      #expect(relay.value == 5)
      #expect(errors.events.map(\.code) == [.sequence])
      #expect(errors.events.first?.fileID == #fileID)
    }
  }
}
