/// An error at a position of a rule file.
package struct RuleError: Error, Sendable, Hashable {
  /// The kind of an error.
  ///
  /// Later releases may add kinds.
  package struct Code: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// A character is not allowed in names.
    package static let unexpectedCharacter = Code(description: "unexpectedCharacter")
    /// A text has no end, or contains an invalid `\`.
    package static let invalidText = Code(description: "invalidText")
    /// An indented line does not follow a statement.
    package static let looseContinuation = Code(description: "looseContinuation")
    /// The first word of a statement is unknown.
    package static let unknownStatement = Code(description: "unknownStatement")
    /// Another word is required here.
    package static let unexpectedWord = Code(description: "unexpectedWord")
    /// A keyword is used as a name.
    package static let reservedName = Code(description: "reservedName")
    /// A way after `via` is unknown.
    package static let unknownWay = Code(description: "unknownWay")
    /// The statement cannot have this part.
    package static let misplaced = Code(description: "misplaced")
    /// Two groups have the same name.
    package static let repeatedGroup = Code(description: "repeatedGroup")
    /// Groups contain each other.
    package static let groupCycle = Code(description: "groupCycle")
    /// Two statements are equal.
    package static let repeatedRule = Code(description: "repeatedRule")
  }

  package let code: Code

  /// The name of the file.
  package let file: String

  /// The position of the error.
  package let spot: RuleSpot

  /// A sentence that describes the error and suggests a fix.
  package let message: String

  /// Suggestions for a misspelled name, with the nearest first.
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

  /// Returns the same error in a file.
  func inFile(_ file: String) -> RuleError {
    RuleError(code, file: file, at: spot, message, suggestions: suggestions)
  }
}

extension RuleError: CustomStringConvertible {
  /// The error in the format of compilers: `modkit.rules:3:8: error: …`.
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

/// All errors of a rule file.
package struct RuleErrors: Error, Sendable, Hashable, CustomStringConvertible {
  /// The errors in the order of their positions.
  ///
  /// At least one.
  package let errors: [RuleError]

  /// The errors, each on a line.
  package var description: String { errors.map(\.description).joined(separator: "\n") }
}
