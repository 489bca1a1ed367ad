#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message that the server sends.
package enum ServerMessage: Sendable {
  case response(RequestID?, Result<any Encodable & Sendable, ResponseError>)
  case notification(String, any Encodable & Sendable)
  /// A request without parameters.
  ///
  /// The server does not wait for the response.
  case request(RequestID, String)
}

extension ServerMessage {
  /// The content of the message, without its header.
  ///
  /// If a result cannot be encoded, an error of the server replaces it.
  package var content: [UInt8] {
    do {
      return try encoded()
    } catch {
      let failure = ResponseError(.internalError, "the answer cannot be written: \(error)")
      let id: RequestID? = if case .response(let id, _) = self { id } else { nil }
      // Strings and numbers can always be encoded.
      return (try? Self.response(id, .failure(failure)).encoded()) ?? []
    }
  }

  private func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(Envelope(message: self)))
  }
}

private struct Envelope: Encodable {
  let message: ServerMessage

  private enum CodingKeys: String, CodingKey {
    case jsonrpc, id, method, params, result, error
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode("2.0", forKey: .jsonrpc)
    switch message {
    case .response(let id, .success(let result)):
      try values.encode(id, forKey: .id)
      try result.encode(to: values.superEncoder(forKey: .result))
    case .response(let id, .failure(let error)):
      try values.encode(id, forKey: .id)
      try values.encode(error, forKey: .error)
    case .notification(let method, let parameters):
      try values.encode(method, forKey: .method)
      try parameters.encode(to: values.superEncoder(forKey: .params))
    case .request(let id, let method):
      try values.encode(id, forKey: .id)
      try values.encode(method, forKey: .method)
    }
  }
}
