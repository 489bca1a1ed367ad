/// The declarations and names of the toolkit in a source file, which only its syntax determines.
///
/// If a text was not read, the outline is empty, and ``ParsedSource/problem`` contains the reason.
package struct SourceOutline: Sendable, Equatable, Codable {
  /// The declarations: macros and attributes of the toolkit.
  package var declarations: [SourceDeclaration] = []
  /// The constants that represent names: `static let userDidLogin: RheaEvent = "userDidLogin"`.
  ///
  /// They include the functions of contracts in extensions of `KhalaStore`, with their URLs.
  package var constants: [SourceConstant] = []
  /// The names, in the order of the file: in literals and as members, in calls and in the
  /// arguments of declarations.
  package var names: [SourceName] = []
  /// The structures whose encoded form the source shows.
  package var structures: [SourceStructure] = []

  package init() {}
}

extension SourceOutline {
  /// Replaces the range between two positions with the outline of a part.
  ///
  /// - Parameters:
  ///   - part: The outline of the part, with positions in this part.
  ///   - start: The start of the part.
  ///   - end: The end of the part before the edit.
  ///   - lineChange: The number of lines that were added to the part.
  mutating func replace(
    with part: SourceOutline, from start: TextPosition, to end: TextPosition, lineChange: Int
  ) {
    declarations = Self.joined(declarations, part.declarations, \.range, start..<end, lineChange) {
      $0.nameRange.move(by: $1)
      $0.range.move(by: $1)
    }
    constants = Self.joined(constants, part.constants, \.memberRange, start..<end, lineChange) {
      $0.memberRange.move(by: $1)
      $0.nameRange?.move(by: $1)
    }
    names = Self.joined(names, part.names, \.range, start..<end, lineChange) {
      $0.range.move(by: $1)
    }
    structures = Self.joined(
      structures, part.structures, \.nameRange, start..<end, lineChange
    ) {
      $0.nameRange.move(by: $1)
    }
  }

  private static func joined<Element>(
    _ old: [Element], _ part: [Element], _ range: KeyPath<Element, TextRange>,
    _ replaced: Range<TextPosition>, _ lineChange: Int, _ move: (inout Element, Int) -> Void
  ) -> [Element] {
    func moved(_ element: Element, _ lines: Int) -> Element {
      var element = element
      move(&element, lines)
      return element
    }
    let before = old.filter { $0[keyPath: range].start < replaced.lowerBound }
    let behind = old.filter { $0[keyPath: range].start >= replaced.upperBound }
    return before + part.map { moved($0, replaced.lowerBound.line) }
      + behind.map { moved($0, lineChange) }
  }
}

extension TextRange {
  fileprivate mutating func move(by lines: Int) {
    start.line += lines
    end.line += lines
  }
}
