extension LSP {
  /// The address of a document in a message.
  package struct TextDocumentIdentifier: Sendable, Hashable, Decodable {
    package var uri: DocumentURI
  }

  /// The parameters of a message about a document as a whole.
  package struct DocumentParams: Sendable, Hashable, Decodable {
    package var textDocument: TextDocumentIdentifier
  }

  /// A document that the client has opened: its text is the client's from then on.
  package struct DidOpenParams: Sendable, Hashable, Decodable {
    package struct TextDocumentItem: Sendable, Hashable, Decodable {
      package var uri: DocumentURI
      package var version: Int
      package var text: String
    }

    package var textDocument: TextDocumentItem
  }

  /// The edits of an open document, in order: each refers to the text that those before it made.
  package struct DidChangeParams: Sendable, Hashable, Decodable {
    package struct VersionedDocument: Sendable, Hashable, Decodable {
      package var uri: DocumentURI
      package var version: Int?
    }

    /// A text in place of a range, or of all if there is none.
    package struct ContentChange: Sendable, Hashable, Decodable {
      package var range: Range?
      package var text: String

      package init(range: Range?, text: String) {
        self.range = range
        self.text = text
      }
    }

    package var textDocument: VersionedDocument
    package var contentChanges: [ContentChange]
  }

  /// The request that is to be cancelled.
  package struct CancelParams: Sendable, Hashable, Decodable {
    package var id: RequestID
  }
}
