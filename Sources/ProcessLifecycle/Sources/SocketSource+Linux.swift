#if os(Linux)

  import CProcessLifecycle
  package import Dispatch
  import Glibc

  // Such a source does not watch the socket itself. When the other end hangs up, libdispatch counts
  // the end of a source twice if a handler of it runs at that moment, and stops the process
  // ("Source finalized twice"). A descriptor of epoll that watches the socket becomes readable
  // whatever happens to it, and never hangs up.
  extension SocketSource {
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
      let watch = lifecycle_watch_socket(socket, moment == .writable)
      guard watch >= 0 else { return nil }
      let source = DispatchSource.makeReadSource(fileDescriptor: watch, queue: queue)
      source.setCancelHandler {
        close(watch)
        whenCancelled()
      }
      return SharedSource(source: source)
    }
  }

#endif
