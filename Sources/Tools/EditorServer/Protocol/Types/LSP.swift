/// The types of the Language Server Protocol, version 3.17, that this server uses.
///
/// They have the names that the protocol gives them, and of their members those that are read
/// or written here.
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
  /// A position in a document, counted from 0 in the units that were agreed on.
  package struct Position: Sendable, Hashable, Codable {
    package var line: Int
    package var character: Int

    package init(line: Int, character: Int) {
      self.line = line
      self.character = character
    }
  }

  /// A part of a document; its end does not belong to it.
  package struct Range: Sendable, Hashable, Codable {
    package var start: Position
    package var end: Position

    package init(start: Position, end: Position) {
      self.start = start
      self.end = end
    }
  }

  /// A part of a document that the client may open.
  package struct Location: Sendable, Hashable, Codable {
    package var uri: DocumentURI
    package var range: Range

    package init(uri: DocumentURI, range: Range) {
      self.uri = uri
      self.range = range
    }
  }

  /// An encoding whose units the characters of a position count.
  package enum PositionEncoding: String, Sendable, Hashable, Codable, CaseIterable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case utf32 = "utf-32"

    /// Chooses from the names that a client offers.
    ///
    /// UTF-8 needs no conversion, so it is preferred; a client that offers nothing counts in
    /// UTF-16, which every client can.
    package init(offered names: [String]?) {
      let offered = (names ?? []).compactMap(Self.init)
      self =
        offered.contains(.utf8)
        ? .utf8 : offered.contains(.utf16) ? .utf16 : offered.first ?? .utf16
    }
  }
}

extension LSP {
  /// A text in place of a range.
  package struct TextEdit: Sendable, Hashable, Encodable {
    package var range: Range
    package var newText: String

    package init(range: Range, newText: String) {
      self.range = range
      self.newText = newText
    }
  }

  /// Edits of several documents, by their addresses.
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

  /// All problems of a document, in place of those that were sent before.
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
