import ModuleGraph
import SourceInspection

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Handles a request of the client with the state at the time of the request.
struct QuestionAnswering: Sendable {
  typealias Answer = any Encodable & Sendable

  let answers: EditorAnswers
  let conversion: RangeConversion
  /// A Boolean value that indicates whether the client supports snippets.
  let supportsSnippets: Bool
  /// A Boolean value that indicates whether the uses in the code of closed files are known.
  var areUsesKnown = true
  let now: Date

  /// Handles a request.
  ///
  /// - Returns: The result. It is `nil` if the document is not a file.
  /// - Throws: An error for the client.
  func answer(_ request: ClientRequest) throws(ResponseError) -> Answer {
    switch request {
    case .definition(let question): definition(question)
    case .references(let question): references(question)
    case .completion(let question): completion(question)
    case .hover(let question): hover(question)
    case .codeAction(let question): codeActions(question)
    case .codeLens(let question): codeLenses(question.textDocument)
    case .documentSymbol(let question): documentSymbols(question.textDocument)
    case .workspaceSymbol(let question):
      answers.symbols(matching: question.query).map(information)
    case .prepareRename(let question): try renameRange(question)
    case .rename(let question): try rename(question)
    case .initialize, .shutdown:
      throw ResponseError(.invalidRequest, "the session has already started")
    case .unknown(let method):
      throw ResponseError(.methodNotFound, "this server does not support '\(method)'")
    }
  }

  private func definition(_ question: LSP.TextDocumentPositionParams) -> [LSP.Location]? {
    at(question) { position, path in
      answers.definitions(at: position, in: path).map(conversion.location)
    }
  }

  private func references(_ question: LSP.ReferenceParams) -> [LSP.Location]? {
    question.textDocument.uri.file.map { path in
      answers.references(
        at: conversion.position(question.position, in: path), in: path,
        includingDeclaration: question.context.includeDeclaration
      ).map(conversion.location)
    }
  }

  private func hover(_ question: LSP.TextDocumentPositionParams) -> LSP.Hover? {
    at(question) { position, path in
      answers.hover(at: position, in: path, now: now).map { hover in
        LSP.Hover(markdown: hover.markdown, range: conversion.range(hover.range, in: path))
      }
    } ?? nil
  }

  private func codeLenses(_ document: LSP.TextDocumentIdentifier) -> [LSP.CodeLens]? {
    document.uri.file.map { path in
      answers.lenses(in: path).map { lens in
        let range = conversion.range(lens.range, in: path)
        let arguments = LSP.Command.Arguments(
          uri: document.uri, position: range.start, locations: lens.places.map(conversion.location))
        return LSP.CodeLens(
          range: range, command: LSP.Command(title: lens.title, arguments: arguments))
      }
    }
  }

  private func documentSymbols(
    _ document: LSP.TextDocumentIdentifier
  ) -> [LSP.SymbolInformation]? {
    document.uri.file.map { answers.outline(of: $0).map(information) }
  }

  private func information(_ symbol: WorkspaceSymbol) -> LSP.SymbolInformation {
    LSP.SymbolInformation(
      name: symbol.name, kind: LSP.SymbolKind(symbol.kind), containerName: symbol.module,
      location: conversion.location(symbol.place))
  }

  private func renameRange(
    _ question: LSP.TextDocumentPositionParams
  ) throws(ResponseError) -> LSP.Range? {
    at(question) { position, path in
      answers.renameRange(at: position, in: path).map {
        conversion.range($0.range, in: $0.path)
      }
    } ?? nil
  }

  private func rename(_ question: LSP.RenameParams) throws(ResponseError) -> LSP.WorkspaceEdit? {
    guard let path = question.textDocument.uri.file else { return nil }
    let position = conversion.position(question.position, in: path)
    do throws(RenameError) {
      let edits = try answers.rename(at: position, in: path, to: question.newName)
      return conversion.workspaceEdit(edits)
    } catch {
      throw ResponseError(.requestFailed, "\(error)")
    }
  }

  /// Handles a request for a position.
  ///
  /// Returns `nil` if the document is not a file.
  private func at<Result>(
    _ question: LSP.TextDocumentPositionParams, _ body: (TextPosition, String) -> Result
  ) -> Result? {
    question.textDocument.uri.file.map { path in
      body(conversion.position(question.position, in: path), path)
    }
  }
}

extension LSP.DocumentURI {
  /// The path of the file, which identifies it in documents and results.
  var file: String? { path.map(FilePath.resolved) }
}

extension QuestionAnswering {
  /// Returns the problems of a document for the client.
  func diagnostics(in path: String) -> [LSP.Diagnostic] {
    answers.problems(in: path).map { diagnostic($0, in: path) }
  }

  /// Returns the fixes of the problems in a range.
  func codeActions(_ question: LSP.CodeActionParams) -> [LSP.CodeAction]? {
    guard let path = question.textDocument.uri.file else { return nil }
    guard question.context.only?.contains(where: Self.isQuickFix) ?? true else { return [] }
    let range = conversion.range(question.range, in: path)
    let problems = answers.problems(in: path).filter { problem in
      problem.range.start <= range.end && range.start <= problem.range.end
    }
    return problems.flatMap { problem in
      problem.fixes.map { fix in
        LSP.CodeAction(
          title: fix.title, diagnostics: [diagnostic(problem, in: path)],
          edit: conversion.workspaceEdit(fix.edits))
      }
    }
  }

  /// Returns whether the client requests quick fixes, with `quickfix` or an empty kind.
  private static func isQuickFix(_ kind: String) -> Bool {
    kind.isEmpty || kind == LSP.CodeAction.quickFix
  }

  private func diagnostic(_ problem: EditorProblem, in path: String) -> LSP.Diagnostic {
    LSP.Diagnostic(
      range: conversion.range(problem.range, in: path),
      severity: LSP.Diagnostic.Severity(problem.severity), code: problem.code,
      message: problem.message)
  }
}

extension LSP.Diagnostic.Severity {
  init(_ severity: ModuleProblem.Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    default: self = .information
    }
  }
}

extension LSP.SymbolKind {
  /// Creates the symbol kind that is most similar to the kind of a declaration, because the
  /// protocol has no kinds for these.
  init(_ kind: ModuleGraph.Node.Kind) {
    switch kind {
    case .routeClass: self = .class
    case .route: self = .method
    case .contract: self = .interface
    case .event, .taskEvent, .notification: self = .event
    case .relay: self = .property
    case .wire: self = .operator
    default: self = .function
    }
  }
}
