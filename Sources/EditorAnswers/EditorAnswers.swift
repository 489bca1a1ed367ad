package import ModuleGraph
package import SourceReading

/// A range of a file.
package struct FileRange: Sendable, Hashable {
  package var path: String
  package var range: TextRange

  package init(path: String, range: TextRange) {
    self.path = path
    self.range = range
  }
}

/// A text that replaces a range.
package struct FileEdit: Sendable, Hashable {
  package var place: FileRange
  package var newText: String

  package init(_ place: FileRange, _ newText: String) {
    self.place = place
    self.newText = newText
  }
}

/// A proposal for the rest of a name.
package struct Completion: Sendable, Hashable {
  /// The text in the list.
  package var label: String
  /// The range that the text replaces.
  package var range: TextRange
  /// The text to insert: with tab stops such as `${1:id}` if it is a snippet.
  package var newText: String
  package var isSnippet: Bool
  package var role: NameRole
  package var detail: String?
  package var documentation: String?

  package init(
    label: String, range: TextRange, newText: String, isSnippet: Bool = false, role: NameRole,
    detail: String? = nil, documentation: String? = nil
  ) {
    self.label = label
    self.range = range
    self.newText = newText
    self.isSnippet = isSnippet
    self.role = role
    self.detail = detail
    self.documentation = documentation
  }
}

/// What is known of a name, as Markdown.
package struct Hover: Sendable, Hashable {
  package var range: TextRange
  package var markdown: String

  package init(range: TextRange, markdown: String) {
    self.range = range
    self.markdown = markdown
  }
}

/// A problem in an open file.
package struct EditorProblem: Sendable, Hashable {
  package var range: TextRange
  package var severity: ModuleProblem.Severity
  /// The code, as `modkit check` has it.
  package var code: String
  package var message: String
  package var fixes: [EditorFix]

  package init(
    range: TextRange, severity: ModuleProblem.Severity, code: String, message: String,
    fixes: [EditorFix] = []
  ) {
    self.range = range
    self.severity = severity
    self.code = code
    self.message = message
    self.fixes = fixes
  }
}

/// A change that removes a problem.
package struct EditorFix: Sendable, Hashable {
  package var title: String
  package var edits: [FileEdit]

  package init(title: String, edits: [FileEdit]) {
    self.title = title
    self.edits = edits
  }
}

/// A line above a declaration: `3 callers · 1 wire`.
package struct CodeLens: Sendable, Hashable {
  package var range: TextRange
  package var title: String
  /// The uses that it counts.
  package var places: [FileRange]

  package init(range: TextRange, title: String, places: [FileRange]) {
    self.range = range
    self.title = title
    self.places = places
  }
}

/// A declaration of the workspace.
package struct WorkspaceSymbol: Sendable, Hashable {
  package var name: String
  package var kind: ModuleGraph.Node.Kind
  package var module: String?
  package var place: FileRange

  package init(
    name: String, kind: ModuleGraph.Node.Kind, module: String?, place: FileRange
  ) {
    self.name = name
    self.kind = kind
    self.module = module
    self.place = place
  }
}
