#if canImport(Darwin)

  package import Dispatch

  extension SocketSource {
    /// Makes a source that is not active yet.
    ///
    /// - Parameters:
    ///   - moment: What it waits for; the end of the connection counts as both.
    ///   - socket: What it watches.
    ///   - queue: Where its handlers run.
    ///   - whenCancelled: What closes the socket; called only if there is a source.
    /// - Returns: The source; other systems may have none.
    package static func make(
      _ moment: Moment, of socket: Int32, queue: DispatchQueue,
      whenCancelled: @escaping @Sendable () -> Void
    ) -> SharedSource<any DispatchSourceProtocol>? {
      let source: any DispatchSourceProtocol =
        switch moment {
        case .readable: DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
        case .writable: DispatchSource.makeWriteSource(fileDescriptor: socket, queue: queue)
        }
      source.setCancelHandler(handler: whenCancelled)
      return SharedSource(source: source)
    }
  }

#endif
