import Foundation
import LaunchContract

/// Gets the headlines, beside everything else, since that takes a while.
@EventTask(
  .high, on: .didFinishLaunching, dependsOn: ["OpenDatabase"], .timeout(.seconds(10)),
  .retry(attempts: 3, backoff: .constant(.milliseconds(300))))
enum LoadFeed {
  static func run(_ context: TaskContext) async throws -> [String] {
    // As long as the network is not there.
    if context.attempt == 1 { throw FeedError.noNetwork }
    return ["Modules meet at last", "No module registered", "Weather stays fine"]
  }
}

/// Shows the headlines, with offers or without.
@EventTask(
  on: .didFinishLaunching, dependsOn: [LoadFeed.self], after: ["LoadOffers"],
  .before(.firstScreen))
@MainActor enum ShowFeed {
  /// The dependencies, which are known only when the program runs.
  nonisolated static var dependency: [String] { Screen.needs }

  static func run(_ context: TaskContext) throws {
    let settings: Settings? = context.store.value("settings")
    let headlines = try context.result(of: LoadFeed.self, as: [String].self)
      .prefix(settings?.headlineCount ?? 1)
    for headline in headlines { print("Feed: \(headline)") }
    NotificationCenter.default.post(
      name: .feedDidChange, object: nil, userInfo: ["count": headlines.count])
  }
}

// One that fails, one that needs it, and above one that does not mind.
#task("LoadOffers", on: .didFinishLaunching) { @MainActor in throw FeedError.noOffers }
#task("ShowOffers", on: .didFinishLaunching, dependsOn: ["LoadOffers"]) { print("Feed: offers") }

enum FeedError: Error {
  case noNetwork, noOffers
}
