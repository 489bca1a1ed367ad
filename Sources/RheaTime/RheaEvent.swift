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
  /// The text that tells this event from others.
  public let rawValue: String

  /// Makes the event with this text.
  @inlinable
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

// MARK: - The three built-in moments

extension RheaEvent {
  /// An image (the program, or a library) has been loaded: the earliest moment,
  /// before `main`.
  ///
  /// Other images may not be initialised yet, so this is a moment to prepare
  /// what is one's own.
  @inlinable public static var load: RheaEvent { "load" }

  /// All images have been loaded, and `main` follows.
  @inlinable public static var premain: RheaEvent { "premain" }

  /// The program has finished launching: its main loop runs, or somebody called
  /// `ProcessLifecycle.launch()`.
  @inlinable public static var appDidFinishLaunching: RheaEvent { "appDidFinishLaunching" }

  /// The moments that come by themselves and that nobody else may trigger.
  static let builtIn: [RheaEvent] = [.load, .premain, .appDidFinishLaunching]
}

extension RheaEvent: ExpressibleByStringInterpolation {
  @inlinable
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }
}

extension RheaEvent: CustomStringConvertible {
  /// The text itself.
  public var description: String { rawValue }
}
