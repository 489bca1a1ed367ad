import SourceInspection

extension QuestionAnswering {
  /// The maximum number of suggestions in a list.
  ///
  /// The client asks again when the user continues to type.
  private static let completionLimit = 200

  func completion(_ question: LSP.TextDocumentPositionParams) -> LSP.CompletionList? {
    question.textDocument.uri.file.map { path in
      let position = conversion.position(question.position, in: path)
      let all = answers.completions(at: position, in: path)
      let items = all.prefix(Self.completionLimit).enumerated().map { number, completion in
        item(completion, number, in: path)
      }
      return LSP.CompletionList(
        isIncomplete: !areUsesKnown || items.count < all.count, items: items)
    }
  }

  private func item(
    _ completion: Completion, _ number: Int, in path: String
  ) -> LSP.CompletionItem {
    let isSnippet = completion.isSnippet && supportsSnippets
    let newText =
      completion.isSnippet && !supportsSnippets
      ? Self.textWithoutTabStops(completion.newText) : completion.newText
    // Items are sorted by their number, which is their position in the list.
    let digits = String(number)
    return LSP.CompletionItem(
      label: completion.label, kind: LSP.CompletionItem.Kind(completion.role),
      detail: completion.detail,
      documentation: completion.documentation.map(LSP.MarkupContent.init(markdown:)),
      sortText: String(repeating: "0", count: max(0, 4 - digits.count)) + digits,
      filterText: completion.label,
      insertTextFormat: isSnippet ? .snippet : .plainText,
      textEdit: LSP.TextEdit(range: conversion.range(completion.range, in: path), newText: newText))
  }

  /// Returns a snippet as plain text, with the names of its placeholders and without escapes.
  static func textWithoutTabStops(_ snippet: String) -> String {
    var text = ""
    var rest = snippet[...]
    while let character = rest.popFirst() {
      if character == "\\", let escaped = rest.popFirst() {
        text.append(escaped)
      } else if character == "$" {
        text += Self.takePlaceholder(&rest)
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// Removes `1`, `{1}` or `{1:name}` after a `$`, and returns the name.
  private static func takePlaceholder(_ rest: inout Substring) -> String {
    guard rest.first == "{", let end = rest.firstIndex(of: "}") else {
      rest = rest.drop(while: \.isNumber)
      return ""
    }
    let content = rest[rest.index(after: rest.startIndex)..<end]
    rest = rest[rest.index(after: end)...]
    return content.firstIndex(of: ":").map { String(content[content.index(after: $0)...]) } ?? ""
  }
}

extension LSP.CompletionItem.Kind {
  init(_ role: NameRole) {
    switch role {
    case .url: self = .function
    case .event, .taskEvent, .notification: self = .event
    case .task, .job, .step: self = .module
    case .relay: self = .property
    case .cron, .calendar: self = .keyword
    case .timeZone: self = .value
    }
  }
}
