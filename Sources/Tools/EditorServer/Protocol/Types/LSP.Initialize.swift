extension LSP {
  /// The parameters at the start of a session: the folders, and the capabilities of the client.
  package struct InitializeParams: Sendable, Hashable, Decodable {
    /// A folder of the workspace.
    package struct WorkspaceFolder: Sendable, Hashable, Decodable {
      package var uri: DocumentURI
    }

    /// The options of this server.
    package struct Options: Sendable, Hashable, Decodable {
      /// The paths of the programs, which replace the ones in the workspace.
      package var programs: [String]?
    }

    package var rootPath: String?
    package var rootUri: DocumentURI?
    package var workspaceFolders: [WorkspaceFolder]?
    package var initializationOptions: Options?
    package var capabilities: ClientCapabilities

    /// The paths of the folders.
    ///
    /// Folders in the form of earlier versions of the protocol are only used if there are no
    /// others.
    package var rootPaths: [String] {
      let folders = (workspaceFolders ?? []).compactMap(\.uri.path)
      guard folders.isEmpty else { return folders }
      return [rootUri?.path ?? rootPath].compactMap { $0 }
    }
  }

  /// The response at the start of a session.
  package struct InitializeResult: Sendable, Encodable {
    package struct ServerInfo: Sendable, Encodable {
      package var name: String
      package var version: String
    }

    package var capabilities: ServerCapabilities
    package var serverInfo: ServerInfo

    package init(capabilities: ServerCapabilities, name: String, version: String) {
      self.capabilities = capabilities
      serverInfo = ServerInfo(name: name, version: version)
    }
  }
}

extension LSP {
  /// The capabilities of a client that affect this server.
  package struct ClientCapabilities: Sendable, Hashable, Decodable {
    package var general: General?
    package var textDocument: TextDocument?
    package var workspace: Workspace?

    package init() {}

    package struct General: Sendable, Hashable, Decodable {
      package var positionEncodings: [String]?
    }

    package struct TextDocument: Sendable, Hashable, Decodable {
      package var completion: Completion?
    }

    package struct Completion: Sendable, Hashable, Decodable {
      package var completionItem: CompletionItem?
    }

    package struct CompletionItem: Sendable, Hashable, Decodable {
      package var snippetSupport: Bool?
    }

    package struct Workspace: Sendable, Hashable, Decodable {
      package var codeLens: CodeLens?
    }

    package struct CodeLens: Sendable, Hashable, Decodable {
      package var refreshSupport: Bool?
    }
  }
}

extension LSP.ClientCapabilities {
  /// A Boolean value that indicates whether the client supports snippets in suggestions.
  package var supportsSnippets: Bool {
    textDocument?.completion?.completionItem?.snippetSupport ?? false
  }

  /// A Boolean value that indicates whether the server can tell the client to refresh code lenses.
  package var refreshesCodeLenses: Bool { workspace?.codeLens?.refreshSupport ?? false }
}

extension LSP {
  /// The capabilities of this server.
  package struct ServerCapabilities: Sendable, Encodable {
    package struct DocumentSync: Sendable, Encodable {
      package var openClose = true
      /// The client sends edits as ranges with new texts.
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
    package var textDocumentSync = DocumentSync()
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
