extension LSP {
  /// The parameters of a question about a position in a document.
  package struct TextDocumentPositionParams: Sendable, Hashable, Decodable {
    package var textDocument: TextDocumentIdentifier
    package var position: Position
  }

  /// The parameters of `textDocument/references`.
  package struct ReferenceParams: Sendable, Hashable, Decodable {
    package struct Context: Sendable, Hashable, Decodable {
      package var includeDeclaration: Bool
    }

    package var textDocument: TextDocumentIdentifier
    package var position: Position
    package var context: Context
  }

  /// The parameters of `textDocument/codeAction`.
  package struct CodeActionParams: Sendable, Hashable, Decodable {
    package struct Context: Sendable, Hashable, Decodable {
      /// The kinds of actions that the client wants; all if there are none.
      package var only: [String]?
    }

    package var textDocument: TextDocumentIdentifier
    package var range: Range
    package var context: Context
  }

  /// The parameters of `textDocument/rename`.
  package struct RenameParams: Sendable, Hashable, Decodable {
    package var textDocument: TextDocumentIdentifier
    package var position: Position
    package var newName: String
  }

  /// The parameters of `workspace/symbol`.
  package struct WorkspaceSymbolParams: Sendable, Hashable, Decodable {
    package var query: String
  }
}
