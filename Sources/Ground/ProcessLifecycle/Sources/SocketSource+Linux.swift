#if os(Linux)

  import CGround
  import Dispatch
  import Glibc

  extension SocketSource {
    /// Creates a source, and a function that releases its resources.
    ///
    /// The source watches an epoll descriptor that watches the socket. This descriptor becomes
    /// readable but never hangs up. If a peer hangs up while a handler of the socket's own source
    /// runs, libdispatch ends this source twice and stops the process ("Source finalized twice").
    static func watch(
      _ socket: Int32, for event: Event, queue: DispatchQueue
    ) -> (source: any DispatchSourceProtocol, release: @Sendable () -> Void)? {
      let watch = lifecycle_watch_socket(socket, event == .writable)
      guard watch >= 0 else { return nil }
      let source = DispatchSource.makeReadSource(fileDescriptor: watch, queue: queue)
      return (source, { close(watch) })
    }
  }

#endif
