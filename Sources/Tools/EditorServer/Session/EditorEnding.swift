/// The end of a session.
package enum EditorEnding: Sendable, Hashable {
  /// The client has said goodbye: `shutdown`, and `exit` or the end of its messages.
  case orderly
  /// The client has ended without `shutdown`.
  case withoutShutdown
  /// The messages of the client could not be read further.
  case unreadable(FramingError)
}
