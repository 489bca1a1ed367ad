import Synchronization

/// Reads the messages of the client, on a thread that may block.
struct ClientReader: Sendable {
  let connection: EditorConnection
  let requests: PendingRequests
  let events: EventQueue

  /// Reads until the stream ends or is no longer readable.
  func run() {
    var reader = MessageReader()
    do throws(FramingError) {
      while true {
        let bytes = connection.read()
        if bytes.isEmpty { break }
        reader.append(bytes)
        while let frame = try reader.next() { receive(frame) }
      }
      events.add(.inputEnded(nil))
    } catch {
      events.add(.inputEnded(error))
    }
  }

  private func receive(_ frame: MessageReader.Frame) {
    switch frame {
    case .message(let content): receive(ClientMessage(content: content))
    case .tooLong(let byteCount):
      let limit = MessageReader.standardLimit
      let error = ResponseError(
        .invalidRequest,
        "a message of \(byteCount) bytes is ignored, because the limit is \(limit) bytes")
      receive(.invalid(nil, error))
    }
  }

  private func receive(_ message: ClientMessage) {
    switch message {
    case .notification(.cancelRequest(let parameters)):
      // A cancellation is handled immediately, because its request may be running. A waiting
      // request still gets its response in order.
      requests.cancel(parameters.id)
      events.add(.message(message))
    case .request(let id, _):
      requests.add(id)
      events.add(.message(message))
    default:
      events.add(.message(message))
    }
  }
}

/// An event that changes the state of the session or requests it.
enum EditorEvent: Sendable {
  case message(ClientMessage)
  /// The client has closed the stream.
  ///
  /// If its messages are no longer readable, there is an error.
  case inputEnded(FramingError?)
  /// The programs were read again.
  case programsRead(KnownProgram)
  /// The uses in the code of the programs were read, in the reading with this number.
  case usesRead(KnownProgram, Int)
  /// Requests have reached the maximum wait for the reading with this number.
  case waitExpired(Int)
}

/// The events of a session, in order.
///
/// - Concurrency: Any thread can add events. One task receives them.
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

  /// Waits for the next event.
  ///
  /// Returns `nil` if the task is cancelled.
  func next() async -> EditorEvent? {
    var iterator = stream.makeAsyncIterator()
    let event = await iterator.next()
    if event != nil { waiting.subtract(1, ordering: .acquiringAndReleasing) }
    return event
  }
}
