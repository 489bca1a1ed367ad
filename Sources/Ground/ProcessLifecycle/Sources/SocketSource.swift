package import Dispatch

/// Creates Dispatch sources that fire while a socket can be read or written.
package enum SocketSource {
  /// The state of the socket that fires the source.
  package enum Event {
    case readable, writable
  }

  /// Creates a source that is not active yet.
  ///
  /// - Parameters:
  ///   - event: The event. The end of the connection counts as both.
  ///   - socket: The descriptor of the socket.
  ///   - queue: The queue on which the handlers of the source run.
  ///   - whenCancelled: Closes the socket. If the result is `nil`, it is never called.
  /// - Returns: The source, or `nil` if the process cannot open more descriptors.
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

/// A source of events, such as a dispatch source, that several threads can use.
///
/// The conformance is unchecked. libdispatch documents that its objects are safe to use from any
/// thread, but its Swift interface does not declare this. All handlers are set before the source is
/// shared, except the cancel handler, which is set when the source is removed. The token of a
/// notification observer is never accessed, only returned to its notification center, which any
/// thread can use.
package struct SharedSource<Source>: @unchecked Sendable {
  package let source: Source

  package init(source: Source) {
    self.source = source
  }
}
