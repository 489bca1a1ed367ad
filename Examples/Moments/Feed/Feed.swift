import MomentsContract

/// The module that shows news, and does not know the one for the login.
@MainActor
final class Feed {
  // With its type written out: the compiler cannot infer it from an initializer
  // while it is still expanding the macros of the class.
  static let shared: Feed = Feed()
  private var reader: User?

  // Runs on the main actor and may touch its state.
  #rhea(time: .userDidLogin, priority: .high, repeatable: true) { user in
    Feed.shared.reader = user
    print("Feed: news for \(user.name)")
  }

  // Runs off the main actor; the compiler keeps it from that state.
  #rhea(time: .userDidLogin, async: true) { user in
    let count = await countUnread(for: user)
    print("Feed: \(count) unread")
  }

  #rhea(time: .connectionDidDrop, priority: .low, repeatable: true) { _ in
    print("Feed: showing what \(Feed.shared.reader?.name ?? "the guest") has read before")
  }
}

/// Stands for work that takes a while.
private func countUnread(for user: User) async -> Int {
  user.name.count
}
