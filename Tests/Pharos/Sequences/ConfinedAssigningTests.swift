import ModularityTestSupport
import Pharos
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConfinedAssigningTests {
  @MainActor private final class Screen {
    @Relayed var title = ""
    let seen = EventRecorder<String>()

    func follow(_ titles: AsyncStream<String>) -> RelayAssignment {
      $title.whenDidSet { [seen] changes in
        MainActor.assertIsolated()
        seen.record(arrow(changes))
      }
      return $title.assign(from: titles)
    }
  }

  private actor Counter {
    @Relayed var count = 0
    private var stored = 0
    let seen = EventRecorder<String>()

    func follow(_ counts: AsyncThrowingStream<Int, any Error>) -> RelayAssignment {
      // Set on the actor, where a setter may touch what is the actor's.
      _count.mutator(get: { self.stored }, set: { self.stored = $0 })
      $count.whenDidSet { changes in self.seen.record("\(arrow(changes)) \(self.stored)") }
      return $count.assign(from: counts)
    }
  }

  @Test func `A property of the main actor is set on the main actor`() async throws {
    let (titles, continuation) = AsyncStream<String>.makeStream()
    let screen = await Screen()
    let assignment = await screen.follow(titles)
    continuation.yield("a")
    continuation.yield("b")
    continuation.finish()
    await assignment.finished()
    #expect(screen.seen.events == ["->a", "a->b"])
    #expect(await screen.title == "b")
  }

  @Test func `A property of an actor is set on its actor`() async throws {
    let (counts, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let counter = Counter()
    let assignment = await counter.follow(counts)
    continuation.yield(3)
    continuation.finish()
    await assignment.finished()
    #expect(counter.seen.events == ["0->3 3"])
  }

  @Test func `A property is not kept by the sequence that it is set from`() async {
    let (titles, continuation) = AsyncStream<String>.makeStream()
    weak var gone: Screen?
    let assignment: RelayAssignment
    do {
      let screen = await Screen()
      gone = screen
      assignment = await screen.follow(titles)
    }
    #expect(gone == nil)
    continuation.yield("a")
    await assignment.finished()
  }

  @Test func `A cancelled assignment sets nothing`() async {
    let (titles, continuation) = AsyncStream<String>.makeStream()
    let screen = await Screen()
    let assignment = await screen.follow(titles)
    assignment.cancel()
    continuation.yield("a")
    await assignment.finished()
    #expect(screen.seen.events == [])
  }
}
