import SourceInspection

extension QuestionAnswering {
  /// The number of proposals in a list; who types on asks again.
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
    // The order is that of the answers, so the number of an item sorts it.
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

  /// Returns a snippet as text: with the names of its places, and `\` before nothing.
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

  /// Takes `1`, `{1}` or `{1:name}` behind a `$`, and returns the name.
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
