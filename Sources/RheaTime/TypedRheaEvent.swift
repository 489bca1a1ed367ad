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
