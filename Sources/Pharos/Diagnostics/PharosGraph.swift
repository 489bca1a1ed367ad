import Foundation

/// A snapshot of the relays that are alive, and of the connections between them.
///
/// ```swift
/// PharosGraph.startTracking()
/// …
/// print(PharosGraph.current)
/// ```
///
/// The graph always contains relays with keys, and everything made from them. It contains other
/// relays if they were made while tracking was on. One entry stands for a value with all relays
/// that get the same changes. A mapped or merged relay is another entry.
public struct PharosGraph: Sendable, Hashable, Codable {
  /// A value and its observers.
  public struct Relay: Sendable, Hashable, Codable, Identifiable {
    /// The number of this relay in the snapshot.
    public let id: Int

    /// The name of its key, if it has one.
    public let key: String?

    /// The source location at which the relay was made, if it is known.
    public let location: CodeLocation?

    /// The type of the value.
    public let valueType: String

    /// The number of relays that get the same changes.
    public let relayCount: Int

    /// The number of these relays that have an observer.
    public let observerCount: Int

    /// The number of observers that no retainer manages, directly or through a relay that they come
    /// after.
    ///
    /// They are removed together with the value.
    public let unmanagedObserverCount: Int

    /// The number of observers that are declared with `#observer`.
    public let declaredObserverCount: Int

    /// The number of the relay's domain.
    ///
    /// Relays of the same domain change one after the other.
    public let domain: Int

    /// The number of merges between this relay and its sources, on the longest path.
    public let level: Int

    /// The IDs of the relays that are made from this one.
    public let feeds: [Int]

    /// A Boolean value that indicates whether the relay lives as long as the process, because it
    /// has a key or is made from a relay with a key.
    public let isEndless: Bool
  }

  /// The relays, in the order in which they were made, as far as that is known.
  public let relays: [Relay]

  /// The relays with observers that are never removed and that no retainer manages.
  ///
  /// Each of these observers was added to a relay with a key, or to a relay made from one. It leaks
  /// unless it is meant to stay. Other relays are omitted, because their observers are removed with
  /// the property.
  public var endlessObservers: [Relay] {
    relays.filter { $0.isEndless && $0.unmanagedObserverCount > 0 }
  }

  /// Returns the graph as JSON, with its keys in alphabetical order.
  ///
  /// - Throws: An error of the encoder.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension PharosGraph: CustomStringConvertible {
  /// A description with one line for each relay.
  public var description: String {
    relays.isEmpty ? "no relays" : relays.map(\.description).joined(separator: "\n")
  }
}

extension PharosGraph.Relay: CustomStringConvertible {
  public var description: String {
    var text = "#\(id) \(key.map { "'\($0)'" } ?? "relay") of \(valueType)"
    if let location { text += " (\(location))" }
    text += ": \(observerCount) observer\(observerCount == 1 ? "" : "s")"
    if declaredObserverCount > 0 { text += ", \(declaredObserverCount) declared" }
    if unmanagedObserverCount > 0 { text += ", \(unmanagedObserverCount) unmanaged" }
    if !feeds.isEmpty { text += ", feeds " + feeds.map { "#\($0)" }.joined(separator: " ") }
    return text
  }
}
