#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message that the client sends.
package enum ClientMessage: Sendable, Hashable {
  case request(RequestID, ClientRequest)
  case notification(ClientNotification)
  /// The response to a request of the server.
  case response(RequestID?)
  /// An invalid message.
  ///
  /// If it has an identifier, it is a request.
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
          "the message is not \(isJSON ? "a request or notification" : "JSON"): \(error.sentence)"))
    } catch {
      self = .invalid(nil, ResponseError(.parseError, "the message is not JSON: \(error)"))
    }
  }
}

/// The common parts of all messages.
private struct Envelope: Decodable {
  let message: ClientMessage

  private enum CodingKeys: String, CodingKey {
    case id, method, params
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    // An identifier with another type makes the whole message invalid.
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

/// The parameters of a message, which are decoded as the type of its method.
struct Parameters {
  let decoder: () throws -> any Decoder

  func decode<Value: Decodable>() throws -> Value { try Value(from: try decoder()) }
}

extension DecodingError {
  /// A description for the client's log, with the path of the value.
  var sentence: String {
    let (context, key): (Context, String?) =
      switch self {
      case .keyNotFound(let key, let context): (context, key.stringValue)
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context, nil)
      @unknown default: (Context(codingPath: [], debugDescription: "\(self)"), nil)
      }
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    let place = path.isEmpty ? "" : "'\(path.joined(separator: "."))': "
    return place + (key.map { "'\($0)' is missing" } ?? context.debugDescription)
  }
}

/// An error as the response to a request.
package struct ResponseError: Error, Sendable, Hashable, Codable {
  /// The kind of error, with the numbers of JSON-RPC and the Language Server Protocol.
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

/// A message of the client without a response.
package enum ClientNotification: Sendable, Hashable {
  case initialized
  case exit
  case cancelRequest(LSP.CancelParams)
  case didOpen(LSP.DidOpenParams)
  case didChange(LSP.DidChangeParams)
  case didSave(LSP.DocumentParams)
  case didClose(LSP.DocumentParams)
  case didChangeWatchedFiles
  /// A notification that this server does not know.
  case unknown(method: String)
}

extension ClientNotification {
  /// Reads the parameters of a notification.
  init(_ method: String, _ parameters: Parameters) throws {
    switch method {
    case "initialized": self = .initialized
    case "exit": self = .exit
    case "$/cancelRequest": self = .cancelRequest(try parameters.decode())
    case "textDocument/didOpen": self = .didOpen(try parameters.decode())
    case "textDocument/didChange": self = .didChange(try parameters.decode())
    case "textDocument/didSave": self = .didSave(try parameters.decode())
    case "textDocument/didClose": self = .didClose(try parameters.decode())
    case "workspace/didChangeWatchedFiles": self = .didChangeWatchedFiles
    default: self = .unknown(method: method)
    }
  }
}

/// The identifier of a request: a number or a string.
package enum RequestID: Sendable, Hashable {
  case number(Int)
  case string(String)
}

extension RequestID: Codable {
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Int.self) {
      self = .number(number)
    } else {
      self = .string(try value.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .number(let number): try value.encode(number)
    case .string(let string): try value.encode(string)
    }
  }
}

extension RequestID: CustomStringConvertible {
  package var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .string(let string): "'\(string)'"
    }
  }
}

/// A request of the client, which has exactly one response.
package enum ClientRequest: Sendable, Hashable {
  case initialize(LSP.InitializeParams)
  case shutdown
  case definition(LSP.TextDocumentPositionParams)
  case references(LSP.ReferenceParams)
  case completion(LSP.TextDocumentPositionParams)
  case hover(LSP.TextDocumentPositionParams)
  case codeAction(LSP.CodeActionParams)
  case codeLens(LSP.DocumentParams)
  case documentSymbol(LSP.DocumentParams)
  case workspaceSymbol(LSP.WorkspaceSymbolParams)
  case prepareRename(LSP.TextDocumentPositionParams)
  case rename(LSP.RenameParams)
  /// A request that this server does not know.
  case unknown(method: String)
}

extension ClientRequest {
  /// Reads the parameters of a request.
  init(_ method: String, _ parameters: Parameters) throws {
    switch method {
    case "initialize": self = .initialize(try parameters.decode())
    case "shutdown": self = .shutdown
    case "textDocument/definition": self = .definition(try parameters.decode())
    case "textDocument/references": self = .references(try parameters.decode())
    case "textDocument/completion": self = .completion(try parameters.decode())
    case "textDocument/hover": self = .hover(try parameters.decode())
    case "textDocument/codeAction": self = .codeAction(try parameters.decode())
    case "textDocument/codeLens": self = .codeLens(try parameters.decode())
    case "textDocument/documentSymbol": self = .documentSymbol(try parameters.decode())
    case "workspace/symbol": self = .workspaceSymbol(try parameters.decode())
    case "textDocument/prepareRename": self = .prepareRename(try parameters.decode())
    case "textDocument/rename": self = .rename(try parameters.decode())
    default: self = .unknown(method: method)
    }
  }
}
