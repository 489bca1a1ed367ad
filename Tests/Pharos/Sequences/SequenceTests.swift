import ModularityTestSupport
import Pharos
import Testing

@Suite(.timeLimit(.minutes(10))) struct SequenceTests {
  @Test func `A sequence of changes has all changes after its creation`() async {
    let relay = SharedRelay(0)
    relay.set(1)
    let changes = relay.changes(buffering: .unbounded)
    for value in 2...4 { relay.set(value) }
    relay.discard()
    relay.set(5)
    #expect(await changes.collected().map(arrow) == ["1->2", "2->3", "3->4"])
  }

  @Test func `A sequence of values starts with the current one`() async {
    let relay = SharedRelay(7)
    let values = relay.values(buffering: .unbounded)
    relay.set(8)
    relay.discard()
    #expect(await values.collected() == [7, 8])
  }

  @Test func `Only the newest value is buffered unless more is requested`() async {
    let relay = SharedRelay(0)
    let newest = relay.values
    let bounded = relay.changes(buffering: .bounded(2))
    for value in 1...5 { relay.set(value) }
    relay.discard()
    #expect(await newest.collected() == [5])
    #expect(await bounded.collected().map(\.new) == [1, 2])
  }

  @Test func `A sequence ends when its relay's property is released`() async {
    var relay: SharedRelay<Int>? = SharedRelay(0)
    let changes = relay?.map { $0 * 2 }.changes
    relay?.set(3)
    relay = nil
    #expect(await changes?.collected().map(\.new) == [6])
  }

  @Test func `A sequence of the first change ends after it`() async {
    let relay = SharedRelay(0)
    let changes = relay.first { $0 > 1 }.changes(buffering: .unbounded)
    for value in 1...4 { relay.set(value) }
    #expect(await changes.collected().map(\.new) == [2])
  }

  @Test func `A cancelled task stops observing`() async {
    let relay = SharedRelay(Token())
    let seen = EventRecorder<Int>()
    let changes = relay.changes
    let task = Task {
      for await _ in changes { seen.record(0) }
    }
    task.cancel()
    await task.value
    weak var gone: Token?
    do {
      let token = Token()
      gone = token
      relay.set(token)
    }
    relay.set(Token())
    #expect(gone == nil)
    #expect(seen.events.isEmpty)
  }

  @Test func `A sequence that is released stops observing`() {
    let relay = SharedRelay(Token())
    _ = relay.changes(buffering: .unbounded)
    weak var gone: Token?
    do {
      let token = Token()
      gone = token
      relay.set(token)
    }
    relay.set(Token())
    #expect(gone == nil)
  }

  @Test func `A confined relay has sequences, too`() async {
    let model = Model()
    let values = model.$number.values(buffering: .unbounded)
    model.number = 1
    model.$number.discard()
    #expect(await values.collected() == [0, 1])
  }

  private final class Token: Sendable {}
}

extension AsyncSequence where Failure == Never {
  /// All elements, when there are no more.
  fileprivate func collected() async -> [Element] {
    var elements: [Element] = []
    for await element in self { elements.append(element) }
    return elements
  }
}
