/// A named moment that callbacks wait for.
///
/// ```swift
/// extension RheaEvent {
///   static let userDidLogin: RheaEvent = "userDidLogin"
/// }
/// ```
///
/// Only the text decides: two constants with one text are one event, whatever
/// they are called.
public struct RheaEvent: RawRepresentable, Hashable, Sendable, __RheaConstant {
  /// The text that distinguishes this event from others.
  public let rawValue: String

  /// A number made from the text, once, so that looking the event up need not
  /// go through the text each time.
  private let digest: UInt64

  /// Makes the event with this text.
  public init(rawValue: String) {
    self.rawValue = rawValue
    // FNV-1a, one byte after the other.
    digest = rawValue.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// Returns whether two events have the same text, byte for byte.
  public static func == (left: RheaEvent, right: RheaEvent) -> Bool {
    left.digest == right.digest && left.rawValue == right.rawValue
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
  }

  /// Returns the digest, which dictionaries ask for first: it is spread well enough as it
  /// is, and hashing it again would be a fifth of what a trigger costs.
  public func _rawHashValue(seed: Int) -> Int {
    Int(truncatingIfNeeded: digest) ^ seed
  }
}

// MARK: - The three built-in moments

extension RheaEvent {
  /// An image (the program, or a library) has been loaded: the earliest moment,
  /// before `main`.
  ///
  /// Other images may not be initialised yet, so this is a moment to prepare
  /// what is one's own.
  public static let load: RheaEvent = "load"

  /// All images have been loaded, and `main` follows.
  public static let premain: RheaEvent = "premain"

  /// The program has finished launching: its main loop runs, or it has called
  /// `ProcessLifecycle.launch()`.
  public static let appDidFinishLaunching: RheaEvent = "appDidFinishLaunching"

  /// The moments that come by themselves and cannot be triggered.
  static let builtIn: [RheaEvent] = [.load, .premain, .appDidFinishLaunching]
}

extension RheaEvent: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension RheaEvent: CustomStringConvertible {
  /// The text itself.
  public var description: String { rawValue }
}

/// A type whose values modules declare as constants, for anyone to use.
///
/// In a module that isolates everything to the main actor by default, the members
/// of an extension belong to the main actor too, and a record could not use them.
/// Members of a type that conforms to a `Sendable` protocol do not
/// (https://github.com/swiftlang/swift-evolution/blob/main/proposals/0466-control-default-actor-isolation.md).
///
/// - Warning: It is public only because the types that conform to it are. Do not
///   use it directly.
public protocol __RheaConstant: Sendable {}

/// An event that always comes with a value of one type.
///
/// It is triggered with such a value, and callbacks receive it instead of a
/// context: the compiler checks both.
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
  /// The event as those see it who do not know the type.
  public let event: RheaEvent

  /// Makes the event with this text.
  public init(_ rawValue: String) {
    event = RheaEvent(rawValue: rawValue)
  }
}

extension TypedRheaEvent: CustomStringConvertible {
  /// The event's text.
  public var description: String { event.rawValue }
}
