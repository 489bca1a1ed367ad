/// The types of the Language Server Protocol, version 3.17, that this server uses.
///
/// They have the names of the protocol, and only the members that this server reads or writes.
package enum LSP {}

extension LSP {
  /// A message for the log of the client, or for its user.
  package struct MessageParams: Sendable, Hashable, Encodable {
    package enum Kind: Int, Sendable, Hashable, Encodable {
      case error = 1
      case warning = 2
      case info = 3
      case log = 4
    }

    package var type: Kind
    package var message: String

    package init(_ type: Kind, _ message: String) {
      self.type = type
      self.message = message
    }
  }
}

extension LSP {
  /// A position in a document, counted from 0 in the agreed encoding.
  package struct Position: Sendable, Hashable, Codable {
    package var line: Int
    package var character: Int

    package init(line: Int, character: Int) {
      self.line = line
      self.character = character
    }
  }

  /// A range of a document, without its end.
  package struct Range: Sendable, Hashable, Codable {
    package var start: Position
    package var end: Position

    package init(start: Position, end: Position) {
      self.start = start
      self.end = end
    }
  }

  /// A range of a document that the client can open.
  package struct Location: Sendable, Hashable, Codable {
    package var uri: DocumentURI
    package var range: Range

    package init(uri: DocumentURI, range: Range) {
      self.uri = uri
      self.range = range
    }
  }

  /// The encoding whose units are counted as characters of a position.
  package enum PositionEncoding: String, Sendable, Hashable, Codable, CaseIterable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case utf32 = "utf-32"

    /// Chooses one of the encodings that a client offers.
    ///
    /// UTF-8 is preferred because it needs no conversion. A client that offers no encodings uses
    /// UTF-16, which every client supports.
    package init(offered names: [String]?) {
      let offered = (names ?? []).compactMap(Self.init)
      self =
        offered.contains(.utf8)
        ? .utf8 : offered.contains(.utf16) ? .utf16 : offered.first ?? .utf16
    }
  }
}

extension LSP {
  /// A text that replaces a range.
  package struct TextEdit: Sendable, Hashable, Encodable {
    package var range: Range
    package var newText: String

    package init(range: Range, newText: String) {
      self.range = range
      self.newText = newText
    }
  }

  /// Edits of several documents, by their URIs.
  package struct WorkspaceEdit: Sendable, Hashable, Encodable {
    package var changes: [String: [TextEdit]]

    package init(changes: [String: [TextEdit]]) {
      self.changes = changes
    }
  }

  /// A change that the client offers, such as the fix of a diagnostic.
  package struct CodeAction: Sendable, Hashable, Encodable {
    package static let quickFix = "quickfix"

    package var title: String
    package var kind = quickFix
    package var diagnostics: [Diagnostic]
    package var edit: WorkspaceEdit

    package init(title: String, diagnostics: [Diagnostic], edit: WorkspaceEdit) {
      self.title = title
      self.diagnostics = diagnostics
      self.edit = edit
    }
  }
}

extension LSP {
  /// The URI of a document in a message.
  package struct TextDocumentIdentifier: Sendable, Hashable, Decodable {
    package var uri: DocumentURI
  }

  /// The parameters of a message about a document as a whole.
  package struct DocumentParams: Sendable, Hashable, Decodable {
    package var textDocument: TextDocumentIdentifier
  }

  /// A document that the client has opened.
  ///
  /// From then on, the client owns its text.
  package struct DidOpenParams: Sendable, Hashable, Decodable {
    package struct TextDocumentItem: Sendable, Hashable, Decodable {
      package var uri: DocumentURI
      package var version: Int
      package var text: String
    }

    package var textDocument: TextDocumentItem
  }

  /// The edits of an open document, in order.
  ///
  /// Each one refers to the result of the previous edit.
  package struct DidChangeParams: Sendable, Hashable, Decodable {
    package struct VersionedDocument: Sendable, Hashable, Decodable {
      package var uri: DocumentURI
      package var version: Int?
    }

    /// A text that replaces a range or, without a range, the whole text.
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

  /// The request to cancel.
  package struct CancelParams: Sendable, Hashable, Decodable {
    package var id: RequestID
  }
}

extension LSP {
  /// A problem in a document.
  package struct Diagnostic: Sendable, Hashable, Encodable {
    package enum Severity: Int, Sendable, Hashable, Encodable {
      case error = 1
      case warning = 2
      case information = 3
    }

    package var range: Range
    package var severity: Severity
    package var code: String
    package var source = "modkit"
    package var message: String

    package init(range: Range, severity: Severity, code: String, message: String) {
      self.range = range
      self.severity = severity
      self.code = code
      self.message = message
    }
  }

  /// All problems of a document, which replace the problems that were sent earlier.
  package struct PublishDiagnosticsParams: Sendable, Hashable, Encodable {
    package var uri: DocumentURI
    package var version: Int?
    package var diagnostics: [Diagnostic]

    package init(uri: DocumentURI, version: Int?, diagnostics: [Diagnostic]) {
      self.uri = uri
      self.version = version
      self.diagnostics = diagnostics
    }
  }
}
