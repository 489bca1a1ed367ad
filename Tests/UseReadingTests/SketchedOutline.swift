import Foundation
import ModuleGraph
import SourceReading

/// Reads a few forms from sources by patterns: a stand-in for the parser, which has tests of its
/// own.
func sketchedOutline(_ text: String) -> SourceOutline {
  var outline = SourceOutline()
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  for (number, line) in lines.enumerated() {
    for match in line.matches(of: /trigger\(event: (\.|")(\w+)/) {
      outline.names.append(
        SourceName(
          role: .event, form: match.1 == "." ? .member : .literal, text: String(match.2),
          range: range(match.2, line, number), verb: .triggers, isInDeclaration: false))
    }
    for match in line.matches(of: /static let (\w+): RheaEvent = "([\w.]+)"/) {
      outline.constants.append(
        SourceConstant(
          role: .event, member: String(match.1), name: String(match.2),
          memberRange: range(match.1, line, number), nameRange: range(match.2, line, number)))
    }
    for match in line.matches(of: /static var (\w+): Self { Self\("([\w.]+)"\)/) {
      outline.constants.append(
        SourceConstant(
          role: .event, member: String(match.1), name: String(match.2),
          memberRange: range(match.1, line, number), nameRange: range(match.2, line, number)))
    }
    for match in line.matches(of: /@KhalaCall\("([^"]+)"\)/) {
      outline.declarations.append(
        SourceDeclaration(
          kind: .contract, name: String(match.1), nameRange: range(match.1, line, number),
          range: range(number, number + 1)))
    }
    for match in line.matches(of: /@EventTask.* enum (\w+)/) {
      outline.declarations.append(
        SourceDeclaration(
          kind: .task, name: String(match.1), nameRange: range(match.1, line, number),
          range: range(number, number + 1)))
    }
    for match in line.matches(of: /(\w+)\.self/) {
      outline.names.append(
        SourceName(
          role: .task, form: .type, text: String(match.1), range: range(match.1, line, number),
          verb: .names, isInDeclaration: false))
    }
  }
  return outline
}

/// The range of a part of a line.
private func range(_ part: Substring, _ line: String, _ number: Int) -> TextRange {
  let start = line.utf8.distance(from: line.startIndex, to: part.startIndex)
  return TextRange(
    TextPosition(line: number, column: start),
    TextPosition(line: number, column: start + part.utf8.count))
}

/// The range of whole lines, the last one included.
func range(_ first: Int, _ last: Int) -> TextRange {
  TextRange(TextPosition(line: first, column: 0), TextPosition(line: last + 1, column: 0))
}
