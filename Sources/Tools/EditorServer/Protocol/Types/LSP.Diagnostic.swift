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
