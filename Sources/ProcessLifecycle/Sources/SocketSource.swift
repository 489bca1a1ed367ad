package import Dispatch

#if os(Linux)
  import CProcessLifecycle
  import Glibc
#endif

/// Makes sources of Dispatch that fire while a socket can be read or written.
///
/// On Linux such a source does not watch the socket itself. When the other end hangs up, the
/// library counts the end of the source twice if a handler of it runs at that moment, and stops
/// the process ("Source finalized twice"). A descriptor of epoll that watches the socket becomes
/// readable whatever happens to it, and never hangs up.
package enum SocketSource {
  /// What a source waits for.
  package enum Moment {
    case readable, writable
  }

  /// Makes a source that is not active yet.
  ///
  /// - Parameters:
  ///   - moment: What it waits for; the end of the connection counts as both.
  ///   - socket: What it watches.
  ///   - queue: Where its handlers run.
  ///   - whenCancelled: What closes the socket; called only if there is a source.
  /// - Returns: The source, or `nil` if the process may have no more descriptors.
  package static func make(
    _ moment: Moment, of socket: Int32, queue: DispatchQueue,
    whenCancelled: @escaping @Sendable () -> Void
  ) -> SharedSource<any DispatchSourceProtocol>? {
    #if os(Linux)
      let watch = lifecycle_watch_socket(socket, moment == .writable)
      guard watch >= 0 else { return nil }
      let source = DispatchSource.makeReadSource(fileDescriptor: watch, queue: queue)
      source.setCancelHandler {
        close(watch)
        whenCancelled()
      }
    #else
      let source: any DispatchSourceProtocol =
        switch moment {
        case .readable: DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
        case .writable: DispatchSource.makeWriteSource(fileDescriptor: socket, queue: queue)
        }
      source.setCancelHandler(handler: whenCancelled)
    #endif
    return SharedSource(source: source)
  }
}
