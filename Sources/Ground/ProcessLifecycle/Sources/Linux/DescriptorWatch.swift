#if os(Linux)

  import Dispatch
  import Glibc

  /// Owns descriptors, and calls a closure while the first of them is readable.
  ///
  /// - Concurrency: The closure runs on a queue of the watch, and never twice at the same time.
  ///   ``close()`` can be called from any thread, but not by the closure.
  final class DescriptorWatch: Sendable {
    private let shared: SharedSource<any DispatchSourceRead>
    private let closed = DispatchSemaphore(value: 0)

    /// Takes ownership of `descriptors`, and starts to watch the first one.
    init(
      _ descriptors: Int32...,
      label: String,
      whenReadable: @escaping @Sendable (Int32) -> Void
    ) {
      let watched = descriptors[0]
      let source = DispatchSource.makeReadSource(
        fileDescriptor: watched, queue: DispatchQueue(label: "ProcessLifecycle.\(label)"))
      source.setEventHandler { whenReadable(watched) }
      source.setCancelHandler { [closed] in
        for descriptor in descriptors { Glibc.close(descriptor) }
        closed.signal()
      }
      source.activate()
      shared = SharedSource(source: source)
    }

    /// Stops watching and closes the descriptors.
    ///
    /// They are closed when this function returns.
    func close() {
      shared.source.cancel()
      closed.wait()
    }
  }

#endif
