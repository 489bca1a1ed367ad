/// An error in the framing of messages, after which the stream cannot be read further.
package struct FramingError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Code: Sendable, Hashable {
    case headerTooLong
    case malformedHeader
    case missingLength
  }

  package let code: Code
  package let description: String

  init(_ code: Code, _ problem: String) {
    self.code = code
    description =
      """
      \(problem), so that the next message cannot be found. Each message begins with \
      'Content-Length: <bytes>' and an empty line, as the Language Server Protocol says.
      """
  }
}
