// The app of the tutorial with its modules connected by hand: what one writes without a toolkit.
// It is one file here. In an app of packages, the first part is in the modules, and the second one
// in a module of contracts, in the modules and in the app.

import Foundation

// MARK: - What the modules do

struct Episode: Sendable {
  let number: Int
  let title: String
}

@MainActor enum Account {
  static func logIn() {
    print("Account: Ada logs in")
    Services.shared.userDidLogIn("Ada")
  }

  static func show(_ history: [Episode]) {
    print("Account: the history is", history.map(\.title))
  }
}

final class Inbox {
  func open() { print("Account: a new episode, Salt") }
}

@MainActor enum Downloads {
  static func openStorage() { print("Downloads: the storage is open") }
  static func closeStorage() { print("Downloads: the storage is closed") }
  static func deleteHeard() { print("Downloads: episodes that were heard are deleted") }

  static func downloadNext(after played: [Episode]) {
    guard let last = played.last, let next = Services.shared.feed?.episode(number: last.number + 1)
    else { return }
    print("Downloads: \(next.title) is downloaded")
  }
}

final class Feed {
  private let episodes = [
    Episode(number: 1, title: "Flour"),
    Episode(number: 2, title: "Yeast"),
    Episode(number: 3, title: "Salt"),
  ]

  func load() { print("Feed: three episodes are loaded") }

  func episode(number: Int) -> Episode? { episodes.first { $0.number == number } }
}

@MainActor final class Player {
  static func welcome(_ name: String) { print("Player: welcome, \(name)") }

  func play(number: Int) -> String {
    guard let episode = Services.shared.feed?.episode(number: number) else {
      return "no such episode"
    }
    Services.shared.played.append(episode)
    return episode.title
  }
}

@main
struct Podcast {
  @MainActor static func main() {
    connect()
    Services.shared.launch()
    print("playing", Services.shared.player?.play(number: 2) ?? "no player")
    Services.shared.end()
  }
}

// MARK: - What connects them

protocol FeedCalls {
  func episode(number: Int) -> Episode?
}

@MainActor protocol PlayerCalls {
  func play(number: Int) -> String
}

protocol InboxCalls {
  func open()
}

extension Feed: FeedCalls {}
extension Player: PlayerCalls {}
extension Inbox: InboxCalls {}

@MainActor final class Services {
  static let shared = Services()

  var feed: (any FeedCalls)?
  var player: (any PlayerCalls)?
  var inbox: (any InboxCalls)?

  var loginObservers: [(String) -> Void] = []
  func userDidLogIn(_ name: String) {
    for observer in loginObservers { observer(name) }
  }

  var playedObservers: [([Episode]) -> Void] = []
  var played: [Episode] = [] {
    didSet { for observer in playedObservers { observer(played) } }
  }

  var launchTasks: [(name: String, needs: [String], run: () -> Void)] = []
  func launch() {
    var done: Set<String> = []
    while let next = launchTasks.firstIndex(where: { done.isSuperset(of: $0.needs) }) {
      let task = launchTasks.remove(at: next)
      task.run()
      done.insert(task.name)
    }
  }

  var endTasks: [() -> Void] = []
  func end() {
    for run in endTasks.reversed() { run() }
  }

  func runDaily(atHour hour: Int, _ run: @escaping @MainActor () -> Void) {
    let next = Calendar.current.nextDate(
      after: .now, matching: DateComponents(hour: hour), matchingPolicy: .nextTime)
    DispatchQueue.main.asyncAfter(wallDeadline: .now() + (next ?? .now).timeIntervalSinceNow) {
      run()
      self.runDaily(atHour: hour, run)
    }
  }
}

extension Account {
  static func register(in services: Services) {
    services.inbox = Inbox()
    services.launchTasks.append(("LogIn", [], logIn))
    services.playedObservers.append(show)
  }
}

extension Downloads {
  static func register(in services: Services) {
    services.launchTasks.append(("OpenStorage", ["LogIn"], openStorage))
    services.endTasks.append(closeStorage)
    services.runDaily(atHour: 3, deleteHeard)
  }
}

extension Feed {
  @MainActor static func register(in services: Services) {
    let feed = Feed()
    services.feed = feed
    services.launchTasks.append(("LoadFeed", ["OpenStorage"], feed.load))
  }
}

extension Player {
  static func register(in services: Services) {
    services.player = Player()
    services.loginObservers.append(welcome)
  }
}

@MainActor func connect() {
  let services = Services.shared
  services.playedObservers.append(Downloads.downloadNext)
  Player.register(in: services)
  services.loginObservers.append { _ in services.inbox?.open() }
  Account.register(in: services)
  Downloads.register(in: services)
  Feed.register(in: services)
}
