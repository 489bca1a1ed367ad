extension LSP {
  /// The abilities of this server.
  package struct ServerCapabilities: Sendable, Encodable {
    package struct Synchronization: Sendable, Encodable {
      package var openClose = true
      /// Edits come as ranges and their new texts.
      package var change = 2
      package var save = true
    }

    package struct Completion: Sendable, Encodable {
      package var triggerCharacters: [String]
    }

    package struct CodeAction: Sendable, Encodable {
      package var codeActionKinds = [LSP.CodeAction.quickFix]
    }

    package struct CodeLens: Sendable, Encodable {
      package var resolveProvider = false
    }

    package struct Rename: Sendable, Encodable {
      package var prepareProvider = true
    }

    package var positionEncoding: PositionEncoding
    package var textDocumentSync = Synchronization()
    package var definitionProvider = true
    package var referencesProvider = true
    package var hoverProvider = true
    package var documentSymbolProvider = true
    package var workspaceSymbolProvider = true
    package var completionProvider: Completion
    package var codeActionProvider = CodeAction()
    package var codeLensProvider = CodeLens()
    package var renameProvider = Rename()

    package init(positionEncoding: PositionEncoding, triggerCharacters: [String]) {
      self.positionEncoding = positionEncoding
      completionProvider = Completion(triggerCharacters: triggerCharacters)
    }
  }
}
