/// An error at a position of a rule file.
package struct RuleError: Error, Sendable, Hashable {
  /// The kind of an error; the list may grow.
  package struct Code: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// A character that no name has.
    package static let unexpectedCharacter = Code(description: "unexpectedCharacter")
    /// A text without an end, or with a `\` that means nothing.
    package static let invalidText = Code(description: "invalidText")
    /// An indented line above which no statement stands.
    package static let looseContinuation = Code(description: "looseContinuation")
    /// A statement begins with a word that is none of them.
    package static let unknownStatement = Code(description: "unknownStatement")
    /// Something else must be here.
    package static let unexpectedWord = Code(description: "unexpectedWord")
    /// A word that means something stands for a name.
    package static let reservedName = Code(description: "reservedName")
    /// A way after `via` that is not known.
    package static let unknownWay = Code(description: "unknownWay")
    /// Something that this statement cannot have.
    package static let misplaced = Code(description: "misplaced")
    /// Two groups have one name.
    package static let repeatedGroup = Code(description: "repeatedGroup")
    /// Groups that contain each other.
    package static let groupCycle = Code(description: "groupCycle")
    /// Two statements say the same.
    package static let repeatedRule = Code(description: "repeatedRule")
  }

  package let code: Code

  /// The file, as it was named to the one who reads it.
  package let file: String

  /// The position of the error.
  package let spot: RuleSpot

  /// A sentence that says what is wrong, and what to do about it.
  package let message: String

  /// The names that may have been meant, the nearest first.
  package let suggestions: [String]

  init(
    _ code: Code, file: String = "", at spot: RuleSpot, _ message: String,
    suggestions: [String] = []
  ) {
    self.code = code
    self.file = file
    self.spot = spot
    self.message = message
    self.suggestions = suggestions
  }

  /// The same error in a file.
  func inFile(_ file: String) -> RuleError {
    RuleError(code, file: file, at: spot, message, suggestions: suggestions)
  }
}

extension RuleError: CustomStringConvertible {
  /// The error as compilers write theirs: `modkit.rules:3:8: error: …`.
  package var description: String { "\(file):\(spot): error: \(message) [\(code)]" }
}

/// A position in a rule file.
package struct RuleSpot: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The line, counted from 1.
  package let line: Int

  /// The column in Unicode scalars, counted from 1.
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package var description: String { "\(line):\(column)" }

  package static func < (left: RuleSpot, right: RuleSpot) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// All that is wrong with a rule file.
package struct RuleErrors: Error, Sendable, Hashable, CustomStringConvertible {
  /// The errors by their positions; at least one.
  package let errors: [RuleError]

  /// The errors, each on a line.
  package var description: String { errors.map(\.description).joined(separator: "\n") }
}
