/// A message of the client that has no answer.
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
