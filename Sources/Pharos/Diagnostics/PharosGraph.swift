import Foundation

/// A snapshot of the relays that are alive, and which of them feed which.
///
/// ```swift
/// PharosGraph.startTracking()
/// …
/// print(PharosGraph.current)
/// ```
///
/// Relays with keys, and what is made from them, are always in it. Others are if they
/// were made while they were tracked. A relay here stands for a value together with
/// all relays that get the same changes; what is mapped or merged is another.
public struct PharosGraph: Sendable, Hashable, Codable {
  /// A value and its observers.
  public struct Relay: Sendable, Hashable, Codable, Identifiable {
    /// Tells it from the others in this picture.
    public let id: Int

    /// The name of its key, if it has one.
    public let key: String?

    /// The source location at which it was made, if it is known.
    public let location: CodeLocation?

    /// The type of the value.
    public let valueType: String

    /// The number of relays that get the same changes.
    public let relayCount: Int

    /// The number of these that have an observer.
    public let observerCount: Int

    /// The number of observers that no retainer manages, neither themselves nor what they
    /// come after; they end with the value.
    public let unmanagedObserverCount: Int

    /// The number of observers that are declared with `#observer`.
    public let declaredObserverCount: Int

    /// Relays of one number change one after the other.
    public let domain: Int

    /// The number of merges between this and the relays that feed it.
    public let level: Int

    /// The relays that are made from it.
    public let feeds: [Int]

    /// A Boolean value that indicates whether it lives as long as the process, since it
    /// has a key or is made from one that has.
    public let isEndless: Bool
  }

  /// The relays, in the order in which they were made as far as that is known.
  public let relays: [Relay]

  /// The relays with observers that never end and that no retainer holds: each was
  /// added to a relay with a key, or to what is made from one, and leaks unless it is
  /// meant to stay.
  ///
  /// Other relays are left out, since their observers end with the property.
  public var endlessObservers: [Relay] {
    relays.filter { $0.isEndless && $0.unmanagedObserverCount > 0 }
  }

  /// The picture as JSON, with its keys in alphabetical order.
  ///
  /// - Throws: Nothing but what the encoder does.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension PharosGraph: CustomStringConvertible {
  /// One line for each relay.
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
