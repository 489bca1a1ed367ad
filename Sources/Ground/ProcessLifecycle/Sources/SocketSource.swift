package import Dispatch

/// Makes Dispatch sources that fire while a socket can be read or written.
package enum SocketSource {
  /// The state of the socket that a source waits for.
  package enum Event {
    case readable, writable
  }

  /// Makes a source that is not active yet.
  ///
  /// - Parameters:
  ///   - event: What it waits for; the end of the connection counts as both.
  ///   - socket: The descriptor of the socket.
  ///   - queue: The queue on which its handlers run.
  ///   - whenCancelled: Closes the socket; called only if there is a source.
  /// - Returns: The source, or `nil` if the process may open no more descriptors.
  package static func make(
    _ event: Event, of socket: Int32, queue: DispatchQueue,
    whenCancelled: @escaping @Sendable () -> Void
  ) -> SharedSource<any DispatchSourceProtocol>? {
    guard let (source, release) = watch(socket, for: event, queue: queue) else { return nil }
    source.setCancelHandler {
      release()
      whenCancelled()
    }
    return SharedSource(source: source)
  }
}
