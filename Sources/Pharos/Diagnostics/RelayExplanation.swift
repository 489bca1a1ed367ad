/// An explanation of which relays feed the relay of a key, and which observers it has.
///
/// ```swift
/// print(SharedRelays.explain("cart.count"))
/// ```
///
/// The description is a report for people. Its parts are available as properties.
public struct RelayExplanation: Sendable, Hashable {
  /// The name of the key.
  public let key: String

  /// The relay, or `nil` if it has not been made.
  public let relay: PharosGraph.Relay?

  /// The relays whose changes this relay gets.
  ///
  /// Only relays that have keys or were made while tracking was on are listed.
  public let sources: [PharosGraph.Relay]

  /// The relays that are made from it.
  public let targets: [PharosGraph.Relay]

  /// The observers that modules declare for the key, in the order in which they are called.
  public let observers: [RegisteredObserver]

  /// The problems of the key.
  public let problems: [ModuleProblem]
}

extension RelayExplanation: CustomStringConvertible {
  public var description: String {
    var lines = ["relay '\(key)'"]
    if let relay {
      lines.append("  \(relay)")
    } else {
      lines.append(
        "  does not exist yet: 'SharedRelay.of' creates it in the module that has the value. Until "
          + "then its observers wait")
    }
    lines += Self.list("fed by", sources.map(\.description))
    lines += Self.list("feeds", targets.map(\.description))
    lines += Self.list("declared observers, in the order of their calls", observers.map(\.line))
    lines += Self.list("problems", problems.map(\.description))
    return lines.joined(separator: "\n")
  }

  private static func list(_ title: String, _ items: [String]) -> [String] {
    items.isEmpty ? [] : ["  \(title):"] + items.map { "    \($0)" }
  }
}

extension RegisteredObserver {
  /// The observer on one line of an explanation.
  fileprivate var line: String {
    "\(name) (\(location)): \(state)\(isUnique ? ", of changed values only" : "")"
  }
}

extension SharedRelays {
  /// Explains which relays feed the relay of a key, and which observers it has.
  ///
  /// This calls no observer and makes no relay.
  ///
  /// - Complexity: O(*n*) in the number of living relays and declared observers.
  /// - Concurrency: May be used from any thread.
  public static func explain(_ key: String) -> RelayExplanation {
    let graph = PharosGraph.current
    let relay = graph.relays.first { $0.key == key }
    return RelayExplanation(
      key: key, relay: relay,
      sources: graph.relays.filter { source in relay.map { source.feeds.contains($0.id) } ?? false
      },
      targets: graph.relays.filter { relay?.feeds.contains($0.id) ?? false },
      observers: observers.filter { $0.key == key },
      problems: RelayDirectory.current.problems.filter { $0.key == key }.map(ModuleProblem.init))
  }

  /// Explains which relays feed the relay of a key, and which observers it has.
  public static func explain<Value>(_ key: RelayKey<Value>) -> RelayExplanation {
    explain(key.name)
  }
}
