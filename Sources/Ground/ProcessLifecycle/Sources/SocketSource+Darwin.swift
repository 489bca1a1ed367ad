#if canImport(Darwin)

  import Dispatch

  extension SocketSource {
    /// Creates a source, and a function that releases its resources.
    static func watch(
      _ socket: Int32, for event: Event, queue: DispatchQueue
    ) -> (source: any DispatchSourceProtocol, release: @Sendable () -> Void)? {
      switch event {
      case .readable:
        (DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue), {})
      case .writable:
        (DispatchSource.makeWriteSource(fileDescriptor: socket, queue: queue), {})
      }
    }
  }

#endif
