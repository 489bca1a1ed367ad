extension LSP {
  /// The suggestions at a position.
  package struct CompletionList: Sendable, Encodable {
    /// A Boolean value that indicates whether the client must ask again when the user continues to
    /// type.
    package var isIncomplete: Bool
    package var items: [CompletionItem]

    package init(isIncomplete: Bool, items: [CompletionItem]) {
      self.isIncomplete = isIncomplete
      self.items = items
    }
  }

  /// A suggestion.
  package struct CompletionItem: Sendable, Encodable {
    /// The symbol of a suggestion.
    package enum Kind: Int, Sendable, Encodable {
      case function = 3
      case module = 9
      case property = 10
      case value = 12
      case keyword = 14
      case file = 17
      case reference = 18
      case constant = 21
      case event = 23
    }

    package enum InsertTextFormat: Int, Sendable, Encodable {
      case plainText = 1
      case snippet = 2
    }

    package var label: String
    package var kind: Kind
    package var detail: String?
    package var documentation: MarkupContent?
    /// The text that the client uses for sorting.
    package var sortText: String
    /// The text that the client compares with the typed text.
    package var filterText: String
    package var insertTextFormat: InsertTextFormat
    package var textEdit: TextEdit

    package init(
      label: String, kind: Kind, detail: String?, documentation: MarkupContent?, sortText: String,
      filterText: String, insertTextFormat: InsertTextFormat, textEdit: TextEdit
    ) {
      self.label = label
      self.kind = kind
      self.detail = detail
      self.documentation = documentation
      self.sortText = sortText
      self.filterText = filterText
      self.insertTextFormat = insertTextFormat
      self.textEdit = textEdit
    }
  }
}

extension LSP {
  /// A text in Markdown.
  package struct MarkupContent: Sendable, Hashable, Encodable {
    package var kind = "markdown"
    package var value: String

    package init(markdown: String) {
      value = markdown
    }
  }

  /// The description of a name.
  package struct Hover: Sendable, Hashable, Encodable {
    package var contents: MarkupContent
    package var range: Range

    package init(markdown: String, range: Range) {
      contents = MarkupContent(markdown: markdown)
      self.range = range
    }
  }
}

extension LSP {
  /// A line above a range, which opens the counted places.
  package struct CodeLens: Sendable, Encodable {
    package var range: Range
    package var command: Command

    package init(range: Range, command: Command) {
      self.range = range
      self.command = command
    }
  }

  /// The command of the client that shows the places of a code lens.
  ///
  /// Clients have no common command for this, so each needs a line of configuration. Without it,
  /// the title is shown, but cannot be clicked.
  package struct Command: Sendable, Encodable {
    /// The name of the command, which a client must define.
    package static let showPlaces = "modkit.showPlaces"

    /// The document, the position of the declaration in it, and the places.
    package struct Arguments: Sendable, Encodable {
      package var uri: DocumentURI
      package var position: Position
      package var locations: [Location]

      package init(uri: DocumentURI, position: Position, locations: [Location]) {
        self.uri = uri
        self.position = position
        self.locations = locations
      }

      package func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        try values.encode(uri)
        try values.encode(position)
        try values.encode(locations)
      }
    }

    package var title: String
    package var command = showPlaces
    package var arguments: Arguments

    package init(title: String, arguments: Arguments) {
      self.title = title
      self.arguments = arguments
    }
  }
}

extension LSP {
  /// The parameters of a request for a position in a document.
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
      /// The requested kinds of actions.
      ///
      /// If empty, all kinds are requested.
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

extension LSP {
  /// The symbol of a declaration.
  package enum SymbolKind: Int, Sendable, Encodable {
    case `class` = 5
    case method = 6
    case property = 7
    case interface = 11
    case function = 12
    case variable = 13
    case constant = 14
    case event = 24
    case `operator` = 25
  }

  /// A declaration in one of the documents of the workspace.
  package struct SymbolInformation: Sendable, Encodable {
    package var name: String
    package var kind: SymbolKind
    package var containerName: String?
    package var location: Location

    package init(name: String, kind: SymbolKind, containerName: String?, location: Location) {
      self.name = name
      self.kind = kind
      self.containerName = containerName
      self.location = location
    }
  }
}
