public import Foundation

// Notifications of Foundation's center.

/// A notification that was posted, as a wire carries it.
public struct WireNotification: Sendable {
  /// Its name.
  public let name: Notification.Name

  /// Of the user info, the texts, numbers, dates and the like that have texts as keys.
  public let values: [String: any Sendable]

  /// Describes a notification, for a test of what a wire does with it.
  public init(name: Notification.Name, values: [String: any Sendable] = [:]) {
    self.name = name
    self.values = values
  }
}

extension WireSource where Value == WireNotification {
  /// The notifications of a name, from any poster; carried on the thread of the poster.
  public static func notification(_ name: Notification.Name) -> WireSource {
    WireSource(WireEnd(.notification, name.rawValue)) { _, deliver in
      let token = NotificationToken(
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { posted in
          let info = posted.userInfo ?? [:]
          deliver(
            WireNotification(
              name: posted.name,
              values: PlainValues.of(
                info.lazy.compactMap { key, value in
                  (key.base as? String).map { (key: $0, value: value) }
                })))
        })
      return { token.remove() }
    }
  }
}

/// A token by which an observer is removed.
private final class NotificationToken: @unchecked Sendable {
  // Why this is Sendable: the token never changes, and is only handed back to the center,
  // which any thread may do.
  private let token: any NSObjectProtocol

  init(_ token: any NSObjectProtocol) {
    self.token = token
  }

  func remove() {
    NotificationCenter.default.removeObserver(token)
  }
}

/// Values whose types are known to be fit for any thread, out of those that are not.
///
/// The compiler alone knows what is `Sendable`; when the program runs, only a type can be
/// asked for.
enum PlainValues {
  /// The values by name of texts, numbers, dates and the like, and of lists of those.
  static func of(_ values: some Sequence<(key: String, value: Any)>) -> [String: any Sendable] {
    var plain: [String: any Sendable] = [:]
    for (name, value) in values { plain[name] = of(value) }
    return plain
  }

  private static func of(_ value: Any) -> (any Sendable)? {
    switch value {
    case let value as String: value
    case let value as Bool: value
    case let value as Int: value
    case let value as Double: value
    case let value as Float: value
    case let value as any BinaryInteger & Sendable: value
    case let value as Date: value
    case let value as URL: value
    case let value as UUID: value
    case let value as Data: value
    case let value as [String]: value
    case let value as [Int]: value
    case let value as [Double]: value
    case let value as [String: String]: value
    default: nil
    }
  }
}
