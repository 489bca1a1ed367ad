/// Finds messages in a stream of bytes.
///
/// Each message consists of a header with its length, and its content.
///
/// The result does not depend on the sizes of the reads.
package struct MessageReader: Sendable {
  /// A message, or a skipped message.
  package enum Frame: Sendable, Hashable {
    /// The content of a message.
    case message([UInt8])
    /// The message exceeds the limit, and its content is skipped.
    case tooLong(byteCount: Int)
  }

  /// The maximum size of the content of a message in bytes.
  package static let standardLimit = 64 << 20

  /// The maximum size of a header in bytes.
  private static let headerLimit = 8_192

  private let limit: Int
  private var buffer: [UInt8] = []
  /// The offset of the first byte in the buffer that does not belong to an earlier message.
  private var start = 0
  /// The remaining number of bytes of a message that exceeds the limit.
  private var skipped = 0
  /// The length of the content, if its header was read.
  private var contentLength: Int?

  package init(limit: Int = standardLimit) {
    self.limit = limit
  }

  /// A Boolean value that indicates whether a message has started and has not ended.
  package var isWithinMessage: Bool {
    start < buffer.count || skipped > 0 || contentLength != nil
  }

  /// Adds the bytes of a read.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    let ignored = min(skipped, bytes.count)
    skipped -= ignored
    buffer.append(contentsOf: bytes.dropFirst(ignored))
  }

  /// Removes and returns the next message.
  ///
  /// - Returns: The message, or `nil` if it is incomplete.
  /// - Throws: An error if the header is malformed. The start of the next message is unknown then,
  ///   so the stream is no longer usable.
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

  /// Removes the header and returns the length of the content, or `nil` if the header is
  /// incomplete.
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
    // Moving the rest to the front after each of many short messages would take quadratic time.
    guard start == buffer.count || start > buffer.count / 2 else { return }
    buffer.removeFirst(start)
    start = 0
  }
}
