import Foundation
import HarborContracts

/// The quay, for all callers by URL.
///
/// It has no state of its own: what others may look at is in a relay, where they can see
/// it change as well.
@KhalaModule final class Berths {
  private var relay: SharedRelay<[Berth]> { SharedRelay.of(.berths, default: []) }

  /// The number of the berth that a ship has or may have; nothing if all are taken.
  func plan(ship: String) -> Int? {
    let own = relay.value.first { $0.ship == ship }
    return (own ?? relay.value.first { $0.ship == nil })?.number
  }

  /// Open to links from outside, by a path of its own: `kl://berths/2`.
  @Route("berths/{number:Int}", access: .external)
  func berth(number: Int) throws -> String {
    guard let berth = relay.value.first(where: { $0.number == number }) else {
      throw HarborError.unknownBerth(number)
    }
    return "berth \(number): \(berth.ship ?? "free")"
  }

  /// Answers a notification that reaches every module which has such a function.
  func secure() -> String {
    "lines doubled on \(relay.value.compactMap(\.ship).joined(separator: ", "))"
  }
}

// Signs in the town have deprecated links. Neither who follows one nor the route needs to know
// what it was renamed to.
#appDidFinishLaunching {
  Khala.rewrite.add(
    filter: RewriteFilter { node in
      if node.url.host() == "quay", let url = URL(string: "kl://berths\(node.url.path())") {
        node.url = url
      }
      return node
    })
}

/// Surveys the quay, beside whatever else the launch has to do.
///
/// What it returns is for the tasks of the same event that depend on it.
@EventTask(.high, on: .didFinishLaunching, .concurrent)
enum SurveyQuay {
  static func run() -> [Berth] { [Berth(number: 1), Berth(number: 2)] }
}

/// Opens the berths, when the quay is known and the weather is.
///
/// The forecast is a task of another module: a name is all that is known of it here.
@EventTask(
  .high, on: .didFinishLaunching, dependsOn: [SurveyQuay.self, "ReadForecast"],
  .before(.deskIsReady))
@MainActor enum OpenBerths {
  static func run(_ context: TaskContext) throws {
    let berths = SharedRelay.of(.berths, default: [])
    // A derived relay under a key of its own: others need not know how to count.
    berths.map { $0.count { $0.ship == nil } }
      .relayUniqueValue(to: SharedRelay.of(.freeBerths, default: 0))
    berths.set(try context.result(of: SurveyQuay.self))
    DayLog.say("\(berths.value.count) berths are open")
  }
}
