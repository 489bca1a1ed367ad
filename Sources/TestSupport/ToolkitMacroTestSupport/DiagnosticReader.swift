import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// Converts the diagnostics of macros from parts of syntax to positions in the source.
///
/// A macro never receives the syntax tree of the source. It receives parts of this tree, which have
/// their own positions. The expansion context knows the original position of each part.
struct DiagnosticReader {
  let source: String
  let context: BasicMacroExpansionContext

  /// Converts a diagnostic.
  func read(_ diagnostic: Diagnostic) -> ExpandedDiagnostic {
    ExpandedDiagnostic(
      message: diagnostic.message,
      severity: diagnostic.diagMessage.severity,
      id: diagnostic.diagnosticID,
      location: location(of: diagnostic.position, in: diagnostic.node),
      highlights: diagnostic.highlights.map(\.trimmedDescription),
      notes: diagnostic.notes.map {
        ExpandedNote(message: $0.message, location: location(of: $0.position, in: $0.node))
      },
      fixIts: diagnostic.fixIts.map {
        ExpandedFixIt(message: $0.message.message, fixedSource: sourceAfter($0))
      })
  }

  private func location(of position: AbsolutePosition, in node: Syntax) -> ExpandedLocation? {
    sourceLocation(of: position, in: node).map {
      ExpandedLocation(line: $0.line, column: $0.column)
    }
  }

  /// Returns the source location of a position in the tree of `node`, or `nil` if this tree is not
  /// part of the source.
  private func sourceLocation(of position: AbsolutePosition, in node: Syntax) -> SourceLocation? {
    // This is checked first, because the other function returns a result for any node.
    guard context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID) != nil
    else { return nil }
    return context.location(for: position, anchoredAt: node, fileName: "")
  }

  /// Returns the source after all changes of a fix-it.
  private func sourceAfter(_ fixIt: FixIt) -> String? {
    var edits: [(range: Range<Int>, replacement: [UInt8])] = []
    for change in fixIt.changes {
      guard let anchor = change.anchor else { return nil }
      for edit in FixIt(message: fixIt.message, changes: [change]).edits {
        guard
          let start = sourceLocation(of: edit.range.lowerBound, in: anchor)?.offset,
          let end = sourceLocation(of: edit.range.upperBound, in: anchor)?.offset
        else { return nil }
        edits.append((start..<end, Array(edit.replacement.utf8)))
      }
    }
    var bytes = Array(source.utf8)
    // Edits are applied from the end, so that no edit moves the position of the next one. If
    // several have the same position, the last is applied first, so that the results are in order.
    let fromTheEnd = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) > ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in fromTheEnd {
      bytes.replaceSubrange(edit.range, with: edit.replacement)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension FixIt.Change {
  /// The node of the tree that contains the positions of the change.
  ///
  /// It is `nil` for kinds of changes that are unknown to this code.
  fileprivate var anchor: Syntax? {
    switch self {
    case .replace(let oldNode, _): oldNode
    case .replaceLeadingTrivia(let token, _): Syntax(token)
    case .replaceTrailingTrivia(let token, _): Syntax(token)
    case .replaceChild(let data): Syntax(data.parent)
    case .replaceText(_, _, let node): node
    @unknown default: nil
    }
  }
}
