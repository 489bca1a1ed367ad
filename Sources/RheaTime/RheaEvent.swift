/// A named moment that callbacks wait for.
///
/// ```swift
/// extension RheaEvent {
///   static let userDidLogin: RheaEvent = "userDidLogin"
/// }
/// ```
///
/// The string identifies the event: two constants with the same string are the same event, even if
/// the constants have different names.
public struct RheaEvent: RawRepresentable, Hashable, Sendable, __RheaConstant {
  /// The string that identifies the event.
  public let rawValue: String

  /// A hash of the string, computed once, so that lookups need not hash the string.
  private let digest: UInt64

  /// Creates the event with a string.
  public init(rawValue: String) {
    self.rawValue = rawValue
    // FNV-1a over the bytes.
    digest = rawValue.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// Returns whether two events have the same string, byte for byte.
  public static func == (left: RheaEvent, right: RheaEvent) -> Bool {
    left.digest == right.digest && left.rawValue == right.rawValue
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
  }

  /// Returns the digest, which dictionaries read first.
  ///
  /// The digest is distributed well enough. Hashing it again would take a fifth of the time of a
  /// trigger.
  public func _rawHashValue(seed: Int) -> Int {
    Int(truncatingIfNeeded: digest) ^ seed
  }
}

// MARK: - The three built-in moments

extension RheaEvent {
  /// An image (the program or a library) has been loaded, which is the earliest moment, before
  /// `main`.
  ///
  /// Other images may not be initialized yet, so a callback should only prepare the state of its own
  /// module.
  public static let load: RheaEvent = "load"

  /// All images have been loaded, and `main` has not started.
  public static let premain: RheaEvent = "premain"

  /// The program has finished launching: its main loop runs, or it has called
  /// `ProcessLifecycle.launch()`.
  public static let appDidFinishLaunching: RheaEvent = "appDidFinishLaunching"

  /// The built-in moments, which cannot be triggered.
  static let builtIn: [RheaEvent] = [.load, .premain, .appDidFinishLaunching]
}

extension RheaEvent: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension RheaEvent: CustomStringConvertible {
  /// The string of the event.
  public var description: String { rawValue }
}

/// A type whose values modules declare as constants.
///
/// In a module with main-actor isolation by default, members of an extension belong to the main
/// actor, and a record could not use them. Members of a type that conforms to a `Sendable` protocol
/// do not
/// (https://github.com/swiftlang/swift-evolution/blob/main/proposals/0466-control-default-actor-isolation.md).
///
/// - Warning: It is public only because the conforming types are. Do not use it directly.
public protocol __RheaConstant: Sendable {}

/// An event that always has a value of one type.
///
/// It is triggered with such a value, and callbacks receive the value instead of a context. The
/// compiler checks both.
///
/// ```swift
/// extension TypedRheaEvent<User> {
///   static var userDidLogin: Self { Self("userDidLogin") }
/// }
///
/// #rhea(time: .userDidLogin) { user in greet(user) }
///
/// Rhea.trigger(event: .userDidLogin, param: user)
/// ```
public struct TypedRheaEvent<Payload: Sendable>: Hashable, Sendable, __RheaConstant {
  /// The event without the type of its value.
  public let event: RheaEvent

  /// Creates the event with a string.
  public init(_ rawValue: String) {
    event = RheaEvent(rawValue: rawValue)
  }
}

extension TypedRheaEvent: CustomStringConvertible {
  /// The string of the event.
  public var description: String { event.rawValue }
}
