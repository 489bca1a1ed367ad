extension LSP {
  /// The proposals at a position.
  package struct CompletionList: Sendable, Encodable {
    /// A Boolean value that indicates whether the client has to ask again when more is typed.
    package var isIncomplete: Bool
    package var items: [CompletionItem]

    package init(isIncomplete: Bool, items: [CompletionItem]) {
      self.isIncomplete = isIncomplete
      self.items = items
    }
  }

  /// A proposal.
  package struct CompletionItem: Sendable, Encodable {
    /// The symbol beside a proposal.
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
    /// The text by which the client sorts.
    package var sortText: String
    /// The text that the client compares with what is typed.
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
