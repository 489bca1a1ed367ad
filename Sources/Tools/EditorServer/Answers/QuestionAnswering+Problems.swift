import ModuleGraph
import SourceInspection

extension QuestionAnswering {
  /// Returns the problems of a document for the client.
  func diagnostics(in path: String) -> [LSP.Diagnostic] {
    answers.problems(in: path).map { diagnostic($0, in: path) }
  }

  /// Returns the fixes of the problems that a range touches.
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

  /// Returns whether quick fixes are of a kind that the client wants: `quickfix`, or all.
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
