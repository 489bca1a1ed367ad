#if os(Linux)

  import Dispatch
  import Glibc

  /// Owns descriptors and calls back while the first of them is readable.
  ///
  /// - Concurrency: The callback runs on a queue of the watch, never twice at a
  ///   time. ``close()`` may be called from any thread, but not by the callback.
  final class DescriptorWatch: Sendable {
    private let shared: SharedSource<any DispatchSourceRead>
    private let closed = DispatchSemaphore(value: 0)

    /// Takes over `descriptors`, and begins to watch the first.
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

    /// Stops watching and closes the descriptors; they are closed when this
    /// returns.
    func close() {
      shared.source.cancel()
      closed.wait()
    }
  }

#endif
