/// Finds messages in a stream of bytes: each has a header with its length, and content.
///
/// The messages do not depend on how the stream is cut into reads.
package struct MessageReader: Sendable {
  /// A message, or the gap that one has left.
  package enum Frame: Sendable, Hashable {
    /// The content of a message.
    case message([UInt8])
    /// A message is longer than the limit, and its content is skipped.
    case tooLong(byteCount: Int)
  }

  /// The number of bytes that the content of a message may have.
  package static let standardLimit = 64 << 20

  /// The number of bytes that a header may have.
  private static let headerLimit = 8_192

  private let limit: Int
  private var buffer: [UInt8] = []
  /// The offset of the first byte in the buffer that belongs to no message yet.
  private var start = 0
  /// The number of bytes of a message that is too long, which are still to come.
  private var skipped = 0
  /// The length of the content whose header has been read.
  private var contentLength: Int?

  package init(limit: Int = standardLimit) {
    self.limit = limit
  }

  /// A Boolean value that indicates whether a message has begun and has not ended.
  package var isWithinMessage: Bool {
    start < buffer.count || skipped > 0 || contentLength != nil
  }

  /// Adds the bytes of a read.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    let ignored = min(skipped, bytes.count)
    skipped -= ignored
    buffer.append(contentsOf: bytes.dropFirst(ignored))
  }

  /// Takes the next message.
  ///
  /// - Returns: The message; `nil` if its end has not been read.
  /// - Throws: An error if the header is malformed: where the next message begins is not known
  ///   then, and the stream is of no use any more.
  package mutating func next() throws(FramingError) -> Frame? {
    if contentLength == nil {
      guard let length = try takeHeader() else { return nil }
      guard length <= limit else { return skip(length) }
      contentLength = length
    }
    guard let length = contentLength, buffer.count - start >= length else { return nil }
    let content = Array(buffer[start..<(start + length)])
    contentLength = nil
    drop(length)
    return .message(content)
  }

  private mutating func skip(_ length: Int) -> Frame {
    let present = min(length, buffer.count - start)
    drop(present)
    skipped = length - present
    return .tooLong(byteCount: length)
  }

  /// Takes the header, and returns the length of the content; `nil` if the header has not ended.
  private mutating func takeHeader() throws(FramingError) -> Int? {
    let candidates = buffer[start...].prefix(Self.headerLimit)
    guard let end = MessageHeader.end(in: candidates) else {
      guard candidates.count < Self.headerLimit else {
        throw FramingError(.headerTooLong, "a header has more than \(Self.headerLimit) bytes")
      }
      return nil
    }
    let length = try MessageHeader.contentLength(in: candidates[..<end])
    drop(end - start)
    return length
  }

  private mutating func drop(_ count: Int) {
    start += count
    // Moving the rest to the front for each of many short messages would take quadratic time.
    guard start == buffer.count || start > buffer.count / 2 else { return }
    buffer.removeFirst(start)
    start = 0
  }
}
