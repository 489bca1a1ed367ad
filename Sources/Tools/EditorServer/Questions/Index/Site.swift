import ModuleGraph
import SourceInspection

/// A place in a source that has to do with a name.
struct Site: Sendable, Hashable {
  /// The range of the name, or what is known of it.
  enum Anchor: Sendable, Hashable {
    case range(TextRange)
    /// The location of the record or the use, and the spellings of the name there.
    case near(TextPosition, spellings: [String])
  }

  let path: String
  let anchor: Anchor
  let relation: Relation
  /// The module of the code.
  let module: String?
  /// The origin of the knowledge; `nil` if it is the text of an open file.
  var origin: ModuleGraph.Use.Origin?

  /// The line, counted from 0.
  var line: Int {
    switch anchor {
    case .range(let range): range.start.line
    case .near(let position, _): position.line
    }
  }
}

extension TextPosition {
  /// The position of a source location, whose line and column are counted from 1.
  init(_ location: CodeLocation) {
    self.init(line: max(0, location.line - 1), column: max(0, (location.column ?? 1) - 1))
  }
}
