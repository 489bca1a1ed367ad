public import Foundation
import ProcessLifecycle
import ToolkitTrace

// Notifications of Foundation's center.

/// A posted notification, as a wire carries it.
public struct WireNotification: Sendable {
  /// The name of the notification.
  public let name: Notification.Name

  /// The values of the user info whose keys are strings and whose types are strings, numbers, dates
  /// and similar types.
  public let values: [String: any Sendable]

  /// Creates a notification, for a test of a wire's functions.
  public init(name: Notification.Name, values: [String: any Sendable] = [:]) {
    self.name = name
    self.values = values
  }
}

extension WireSource where Value == WireNotification {
  /// The notifications with a name, from any poster, carried on the thread of the poster.
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

/// The queue of an observer that forwards notifications.
public struct ForwardingQueue: Sendable, Hashable {
  /// The main actor.
  public static let main = ForwardingQueue()

  private init() {}
}

extension NotificationCenter {
  /// Adds an observer that is called on the main actor.
  ///
  /// ```swift
  /// NotificationCenter.default.addObserver(
  ///   forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: .main
  /// ) { _ in
  ///   Rhea.trigger(event: .didEnterBackground)
  /// }
  /// ```
  ///
  /// The compiler chooses this method for `.main`, and Foundation's method for `nil` and
  /// `OperationQueue.main`. Foundation's method waits for the main queue. If the notification is
  /// posted on that queue, under `dispatchMain()` or in an asynchronous `main` on Linux, it waits
  /// forever.
  ///
  /// - Parameters:
  ///   - name: The name of the notifications, or `nil` for all.
  ///   - object: The poster, or `nil` for all.
  ///   - queue: The main actor.
  ///   - block: Called with each notification. If the notification is posted on the main actor, it
  ///     is called synchronously. Otherwise it is called later, and the poster does not wait.
  /// - Returns: The token that removes the observer. It need not be kept.
  @discardableResult
  public func addObserver(
    forName name: Notification.Name?, object: Any?, queue: ForwardingQueue,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol {
    addObserver(forName: name, object: object, queue: nil) { notification in
      // A closure that is isolated to the main actor would make the call ambiguous with
      // Foundation's method.
      guard !ProcessLifecycle.isOnMain else { return block(notification) }
      let posted = PostedNotification(notification: notification)
      let activity = FreshActivity.current
      activity?.begin()
      Task { @MainActor in
        block(posted.notification)
        activity?.end()
      }
    }
  }
}

/// A notification that is being sent to the main actor.
private struct PostedNotification: @unchecked Sendable {
  // Why this is Sendable: the notification never changes, and the center passes it to observers on
  // any thread.
  let notification: Notification
}

/// A token by which an observer is removed.
private final class NotificationToken: @unchecked Sendable {
  // Why this is Sendable: the token never changes, and is only returned to the center, which is
  // allowed on any thread.
  private let token: any NSObjectProtocol

  init(_ token: any NSObjectProtocol) {
    self.token = token
  }

  func remove() {
    NotificationCenter.default.removeObserver(token)
  }
}

/// A filter that keeps only values whose types are known to be safe for any thread.
///
/// Only the compiler knows `Sendable` conformances. At run time, a value can only be compared with
/// concrete types.
enum PlainValues {
  /// Returns the strings, numbers, dates and similar values, and arrays of these, by name.
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
