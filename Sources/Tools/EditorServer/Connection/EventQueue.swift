import Synchronization

/// An event that changes the state of the session, or asks about it.
enum EditorEvent: Sendable {
  case message(ClientMessage)
  /// The client sends nothing more; with the error for which its messages cannot be read further.
  case inputEnded(FramingError?)
  /// The programs were read again.
  case programsRead(KnownProgram)
  /// The uses in the code of the programs were read.
  case usesRead(KnownProgram)
}

/// The events of a session, in the order in which they came.
///
/// - Concurrency: Any thread may add events; one task takes them.
final class EventQueue: Sendable {
  private let stream: AsyncStream<EditorEvent>
  private let continuation: AsyncStream<EditorEvent>.Continuation
  private let waiting = Atomic(0)

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  /// A Boolean value that indicates whether no event is waiting.
  var isEmpty: Bool { waiting.load(ordering: .acquiring) == 0 }

  func add(_ event: EditorEvent) {
    waiting.add(1, ordering: .acquiringAndReleasing)
    continuation.yield(event)
  }

  /// Waits for the next event; `nil` if the task is cancelled.
  func next() async -> EditorEvent? {
    var iterator = stream.makeAsyncIterator()
    let event = await iterator.next()
    if event != nil { waiting.subtract(1, ordering: .acquiringAndReleasing) }
    return event
  }
}
