import Paper
import Pharos

/// What threads and modules share.
final class Cart: Sendable {
  let count = SharedRelay(0)
}

@MainActor final class Badge {
  var title = ""

  func follow(_ cart: Cart) {
    cart.count.whenDidSet { changes in
      self.title = "\(changes.new) items"
      print(self.title)
    }
  }
}

actor Statistics {
  private var largest = 0

  func follow(_ cart: Cart) {
    cart.count.addDidSet { changes in
      self.largest = max(self.largest, changes.new)
      print("at most \(self.largest)")
    }
  }
}

/// Sets a shared relay from elsewhere; each observer runs where it belongs.
@MainActor func showSharing() async throws {
  let cart = Cart()
  let badge = Badge()
  badge.follow(cart)
  await Task.detached { cart.count.set(2) }.value
  try await printed(1)
  let statistics = Statistics()
  await statistics.follow(cart)
  cart.count.modify { $0 += 1 }  // on the main actor, so that the badge is told at once
  try await printed(2)
}
