#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message that the client sends.
package enum ClientMessage: Sendable, Hashable {
  case request(RequestID, ClientRequest)
  case notification(ClientNotification)
  /// The answer to a request of the server.
  case response(RequestID?)
  /// A message that cannot be read; a request if it has an identifier.
  case invalid(RequestID?, ResponseError)

  /// Reads the content of a message.
  package init(content: [UInt8]) {
    do {
      self = try JSONDecoder().decode(Envelope.self, from: Data(content)).message
    } catch let error as DecodingError {
      let isJSON =
        if case .dataCorrupted(let context) = error { !context.codingPath.isEmpty } else { true }
      self = .invalid(
        nil,
        ResponseError(
          isJSON ? .invalidRequest : .parseError,
          "the message is no \(isJSON ? "request or notification" : "JSON"): \(error.sentence)"))
    } catch {
      self = .invalid(nil, ResponseError(.parseError, "the message is no JSON: \(error)"))
    }
  }
}

/// The parts that all messages have.
private struct Envelope: Decodable {
  let message: ClientMessage

  private enum CodingKeys: String, CodingKey {
    case id, method, params
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    // An identifier of another type makes the message invalid as a whole.
    let id = try values.decodeIfPresent(RequestID.self, forKey: .id)
    guard let method = try values.decodeIfPresent(String.self, forKey: .method) else {
      message = .response(id)
      return
    }
    let parameters = Parameters { try values.superDecoder(forKey: .params) }
    do {
      message =
        if let id {
          .request(id, try ClientRequest(method, parameters))
        } else {
          .notification(try ClientNotification(method, parameters))
        }
    } catch let error as DecodingError {
      message = .invalid(
        id,
        ResponseError(
          .invalidParams, "the parameters of '\(method)' cannot be read: \(error.sentence)"))
    }
  }
}

/// The parameters of a message, which are read as the type that its method has.
struct Parameters {
  let decoder: () throws -> any Decoder

  func decode<Value: Decodable>() throws -> Value { try Value(from: try decoder()) }
}
