import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// Translates what macros say about pieces of syntax into what it means for the
/// text of the source.
///
/// A macro never sees the source's own tree: it is given pieces that were cut
/// from it, with positions of their own. The expansion context knows where each
/// was cut.
struct DiagnosticReader {
  let source: String
  let context: BasicMacroExpansionContext

  /// Reads a diagnostic.
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

  /// Returns the source location of a position in the tree of `node`, or `nil` if that tree
  /// was not cut from the source.
  private func sourceLocation(of position: AbsolutePosition, in node: Syntax) -> SourceLocation? {
    // Asked first, because the other question is answered for any node.
    guard context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID) != nil
    else { return nil }
    return context.location(for: position, anchoredAt: node, fileName: "")
  }

  /// The source after all changes of a fix-it.
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
    // From the end, so that no edit moves the place of the next; of several at one
    // place the last goes first, so that they end up in their order.
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
  /// A node of the tree that the change's positions belong to, or `nil` for a
  /// kind of change that did not exist when this was written.
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
