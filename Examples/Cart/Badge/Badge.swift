import CartContract

/// The module that shows a number on the screen, on the main actor.
@MainActor public final class Badge {
  private var title = ""

  public init() {
    Cart.items.addDidSet { changes in
      self.title = "\(changes.new.count)"
      print("Badge: \(self.title)")
    }
  }
}
