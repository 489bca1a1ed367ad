/// The framing of messages that are sent.
package enum MessageFrame {
  /// Returns a message with its header.
  package static func bytes(of content: some Collection<UInt8>) -> [UInt8] {
    Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
  }
}
