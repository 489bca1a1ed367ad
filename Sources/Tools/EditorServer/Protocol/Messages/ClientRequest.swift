/// A question of the client, which has exactly one answer.
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
