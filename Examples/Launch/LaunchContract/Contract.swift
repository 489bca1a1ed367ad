// Modules that import the contract have TaskKit too.
public import Foundation
@_exported public import TaskKit

// What the modules share. They know this, and never each other.

/// The settings of the reader.
public struct Settings: Sendable {
  public let reader: String
  public let headlineCount: Int

  public init(reader: String, headlineCount: Int) {
    self.reader = reader
    self.headlineCount = headlineCount
  }
}

extension TaskMilestone {
  /// All that the first screen shows is there.
  public static let firstScreen: TaskMilestone = "firstScreen"
}

extension Notification.Name {
  /// There are new headlines; their number is in the user info, as `count`.
  public static let feedDidChange = Notification.Name("feed.didChange")
}

/// The facts about all screens, in one place.
public enum Screen {
  /// The tasks that must be done before any screen is shown.
  ///
  /// Names, because this module does not know the tasks.
  public static var needs: [String] { ["OpenDatabase"] }
}
