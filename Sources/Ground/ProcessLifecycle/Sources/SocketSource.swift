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

/// A source of events, such as a dispatch source, that several threads may hold.
///
/// Unchecked, because libdispatch documents its objects as safe to use from any
/// thread and only its Swift view does not say so. Only handed out whole: the
/// handlers are set before the source is shared, all but the cancel handler,
/// which is set when the source is taken away. The token of a notification's observer
/// is never looked into, only given back to its center, which any thread may use.
package struct SharedSource<Source>: @unchecked Sendable {
  package let source: Source

  package init(source: Source) {
    self.source = source
  }
}
