/// Why an app was launched, on Apple platforms.
///
/// Apps with scenes are notified of URLs and shortcut items by their scene instead.
public struct ApplicationLaunchOptions: Sendable, Hashable {
  /// The URL that the app was launched to open.
  public var url: String?

  /// The bundle identifier of the app that asked for the launch.
  public var sourceApplication: String?

  /// The type of the Home Screen quick action that launched the app.
  public var shortcutItemType: String?

  /// The keys of all options, as the framework names them, in alphabetical order.
  public var keys: [String]

  /// Describes a launch, for use with ``ProcessEventContext``.
  public init(
    url: String? = nil, sourceApplication: String? = nil, shortcutItemType: String? = nil,
    keys: [String] = []
  ) {
    self.url = url
    self.sourceApplication = sourceApplication
    self.shortcutItemType = shortcutItemType
    self.keys = keys
  }
}
