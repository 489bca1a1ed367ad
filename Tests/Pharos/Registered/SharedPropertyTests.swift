import Pharos
import Synchronization
import Testing

private final class Cart: Sendable {
  @Shared var count: Int = 0
  @Shared var names = ["pear"]
}

@Suite struct SharedPropertyTests {
  @Test func `Setting a shared property notifies the observers of its relay`() {
    let cart = Cart()
    let seen = Mutex<[String]>([])
    cart.countRelay.whenDidSet { changes in seen.withLock { $0.append(arrow(changes)) } }
    cart.count = 3
    cart.count += 1
    #expect(cart.count == 4)
    #expect(seen.withLock(\.self) == ["0->3", "3->4"])
  }

  @Test func `Concurrent changes of a shared property are not lost`() async {
    let cart = Cart()
    await withTaskGroup { group in
      for _ in 0..<100 { group.addTask { cart.countRelay.modify { $0 += 1 } } }
    }
    #expect(cart.count == 100)
    #expect(cart.names == ["pear"])
  }
}
