/// An error as the answer to a request.
package struct ResponseError: Error, Sendable, Hashable, Codable {
  /// The kind of error, with the numbers of JSON-RPC and of the Language Server Protocol.
  package struct Code: RawRepresentable, Sendable, Hashable, Codable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    package static let parseError = Code(rawValue: -32_700)
    package static let invalidRequest = Code(rawValue: -32_600)
    package static let methodNotFound = Code(rawValue: -32_601)
    package static let invalidParams = Code(rawValue: -32_602)
    package static let internalError = Code(rawValue: -32_603)
    package static let serverNotInitialized = Code(rawValue: -32_002)
    package static let requestCancelled = Code(rawValue: -32_800)
    package static let requestFailed = Code(rawValue: -32_803)
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
