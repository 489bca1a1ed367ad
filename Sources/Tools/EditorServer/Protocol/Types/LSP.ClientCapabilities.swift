extension LSP {
  /// The abilities of a client that make a difference to this server.
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
  /// A Boolean value that indicates whether a completion may have places to fill in.
  package var supportsSnippets: Bool {
    textDocument?.completion?.completionItem?.snippetSupport ?? false
  }

  /// A Boolean value that indicates whether the client asks again for code lenses when told to.
  package var refreshesCodeLenses: Bool { workspace?.codeLens?.refreshSupport ?? false }
}
