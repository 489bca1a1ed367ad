/// Sources of Dispatch that fire while a socket can be read or written.
package enum SocketSource {
  /// What a source waits for.
  package enum Moment {
    case readable, writable
  }
}
