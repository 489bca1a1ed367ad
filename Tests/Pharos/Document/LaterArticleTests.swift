import ModularityTestSupport
import Pharos
import Testing

extension RelayKey<Int> {
  fileprivate static var ticketCount: Self { Self("ticket.count") }
}

private let badge = EventRecorder<String>()

#observer(of: .ticketCount, unique: true) { changes in
  badge.record("\(changes.old) -> \(changes.new)")
}

/// The examples of the articles about derived values, operators and keys; `print` is
/// a note in a log.
@Suite struct LaterArticleTests {
  private let log = Log()

  private final class Order {
    @Relayed var price = 10
    @Relayed var count = 2
    @Relayed var isVisible = true
  }

  @Test func `A total follows its sources`() {
    let order = Order()
    let total = Derived { order.price * order.count }
    total.whenDidSet { changes in log.note("\(changes.old) -> \(changes.new)") }
    order.count = 3
    transaction {
      order.price = 5
      order.count = 6
    }
    #expect(log.take() == ["20 -> 30"])

    let shown = Derived { order.isVisible ? order.count : 0 }
    #expect(shown.value == 6)
    order.isVisible = false
    #expect(shown.value == 0)
  }

  private final class Search {
    @Relayed var text = ""
  }

  @Test func `A search receives texts that are long enough, once each`() {
    let search = Search()
    search.$text
      .filter { $0.count > 2 }
      .distinct()
      .whenDidSet { changes in log.note(changes.new) }
    for text in ["s", "sw", "swi", "swi", "swif", "s"] { search.text = text }
    #expect(log.take() == ["swi", "swif"])
  }

  @Test func `The values of a relay are a sequence`() async {
    let count = SharedRelay(0)
    var seen: [Int] = []
    for await value in count.values(buffering: .unbounded) {
      seen.append(value)
      if value == 3 { break }
      count.modify { $0 += 1 }
    }
    #expect(seen == [0, 1, 2, 3])
  }

  @Test func `A module observes a value that another one sets`() {
    SharedRelays.withFreshState {
      let count = SharedRelay.of(.ticketCount, default: 0)
      count.set(2)
      count.set(2)
      #expect(badge.events == ["0 -> 2"])
    }
  }
}
