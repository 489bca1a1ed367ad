/// Reads the messages of the client, on a thread that may wait for them.
struct ClientReader: Sendable {
  let connection: EditorConnection
  let requests: PendingRequests
  let events: EventQueue

  /// Reads until the stream ends or cannot be read any more.
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
        "a message of \(byteCount) bytes is ignored, as one may have \(limit) bytes")
      receive(.invalid(nil, error))
    }
  }

  private func receive(_ message: ClientMessage) {
    switch message {
    case .notification(.cancelRequest(let parameters)):
      // Not in order: the request may be running or be next.
      requests.cancel(parameters.id)
    case .request(let id, _):
      requests.add(id)
      events.add(.message(message))
    default:
      events.add(.message(message))
    }
  }
}
