import Synchronization
package import ToolkitTrace

/// Hands elements to a function in their order, in a task of its own.
///
/// The code that sends an element does not wait, and each is received on behalf of the span that
/// sent it. What has been sent is received also after the delivery has been released.
///
/// - Concurrency: May be used from any thread.
package final class OrderedDelivery<Element: Sendable>: Sendable {
  private let continuation: AsyncStream<(Element, TraceSpanID?)>.Continuation
  private let ending = Ending()

  /// A Boolean value that indicates whether no more elements are to be received.
  private final class Ending: Sendable {
    let isCancelled = Atomic(false)
  }

  /// Makes a delivery, in the fresh states around the calling code.
  package init(to receive: @escaping @Sendable (Element) async -> Void) {
    let (elements, continuation) = AsyncStream.makeStream(of: (Element, TraceSpanID?).self)
    self.continuation = continuation
    // Detached: the hops and the cause of the code that makes it are not those of the elements.
    Task.detached { [ending, states = FreshStates.current] in
      await FreshStates.follow(states) {
        for await (element, cause) in elements {
          guard !ending.isCancelled.load(ordering: .acquiring) else { return }
          await Trace.withCause(cause) { await receive(element) }
        }
      }
    }
  }

  deinit { continuation.finish() }

  /// Adds an element behind those before.
  package func send(_ element: Element, cause: TraceSpanID? = Trace.currentCause) {
    continuation.yield((element, cause))
  }

  /// Ends the delivery: elements that have not been received are dropped.
  package func cancel() {
    ending.isCancelled.store(true, ordering: .releasing)
    continuation.finish()
  }
}
