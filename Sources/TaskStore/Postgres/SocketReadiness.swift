import Foundation

/// The readiness of a socket to be read or written.
enum SocketReadiness {
  case reading, writing

  /// Waits until a socket is ready, and closes the descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: A descriptor of the socket for this wait alone.
  ///   - end: When to give up.
  ///   - queue: The queue that waits.
  /// - Returns: `false` if the time is over.
  func wait(
    closing descriptor: Int32, until end: DispatchTime, on queue: DispatchQueue
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      // Sources are objects that any thread may cancel, though Dispatch does not say so in types.
      nonisolated(unsafe) let source: any DispatchSourceProtocol =
        switch self {
        case .reading: DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        case .writing: DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
        }
      nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: queue)
      let isReady = Flag()
      unsafe source.setEventHandler {
        isReady.set()
        unsafe source.cancel()
      }
      unsafe source.setCancelHandler {
        close(descriptor)
        unsafe timer.cancel()
        continuation.resume(returning: isReady.value)
      }
      unsafe timer.setEventHandler { unsafe source.cancel() }
      unsafe timer.schedule(deadline: end)
      unsafe timer.resume()
      unsafe source.resume()
    }
  }
}
