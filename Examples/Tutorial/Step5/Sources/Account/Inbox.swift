import Bridge

/// The messages to the user, for all callers by URL.
@KhalaModule
final class Inbox {
  /// Shows what is new.
  func open() { print("Account: a new episode, Salt") }
}
