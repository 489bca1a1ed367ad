public import Foundation
import ProcessLifecycle

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
  /// The compiler takes this one for `.main`, and Foundation's for `nil` and for
  /// `OperationQueue.main`. Foundation's waits for the main queue, which never comes if the
  /// notification is posted there under `dispatchMain()` or in an asynchronous `main` on Linux.
  ///
  /// - Parameters:
  ///   - name: The name of the notifications, or `nil` for all.
  ///   - object: The poster, or `nil` for all.
  ///   - queue: The main actor.
  ///   - block: Called with each notification: at once if it is posted on the main actor, and
  ///     otherwise later, without the poster waiting.
  /// - Returns: The token that removes the observer. It need not be kept.
  @discardableResult
  public func addObserver(
    forName name: Notification.Name?, object: Any?, queue: ForwardingQueue,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol {
    addObserver(forName: name, object: object, queue: nil) { notification in
      // A closure that is isolated to the main actor would leave the choice to Foundation's.
      guard !ProcessLifecycle.isOnMain else { return block(notification) }
      let posted = PostedNotification(notification: notification)
      Task { @MainActor in block(posted.notification) }
    }
  }
}

/// A notification on its way to the main actor.
private struct PostedNotification: @unchecked Sendable {
  // Why this is Sendable: the notification never changes, and the center gives it to observers on
  // any thread.
  let notification: Notification
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
