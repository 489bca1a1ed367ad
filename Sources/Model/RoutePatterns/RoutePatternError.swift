/// An error in a pattern, with its position and a fix.
package struct RoutePatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason of an error.
  package enum Reason: Hashable, Sendable {
    /// There is nothing.
    case empty
    /// The text before `://` is no scheme.
    case invalidScheme
    /// A colon in the first segment, which no address can have there.
    case colonInFirstSegment
    /// A space or a control character.
    case invalidCharacter
    /// A percent sign without two hexadecimal digits.
    case brokenEscape
    /// Escapes whose bytes are no UTF-8.
    case notUTF8
    /// Two slashes in a row.
    case emptySegment
    /// A `?` or `#` outside of braces.
    case queryOrFragment
    /// An opening brace that is never closed.
    case unclosedBrace
    /// A closing brace that was never opened.
    case strayBrace
    /// Braces without a name, or with one that is none.
    case invalidName
    /// Two captures with one name.
    case duplicateName
    /// A converter that does not exist.
    case unknownConverter
    /// Two captures with nothing between them.
    case ambiguousCaptures
    /// A rest that is not at the end, has more than text before it in its segment, or
    /// has a converter.
    case misplacedRest
    /// An optional capture that has something beside it in its segment.
    case misplacedOptional
    /// More combinations of optional segments than a pattern may have.
    case tooManyOptionals
    /// More segments than a pattern may have.
    case tooManySegments
  }

  /// A change that makes good what is wrong, though something else may be wrong
  /// too.
  package struct Correction: Hashable, Sendable {
    /// The range to replace, in the UTF-8 of the pattern.
    package let range: Range<Int>
    package let replacement: String
  }

  /// The reason of the error.
  package let reason: Reason

  /// The pattern.
  package let pattern: String

  /// The offset in the UTF-8 of the pattern.
  package let offset: Int

  /// A sentence that says what is wrong and what to do about it.
  package let message: String

  /// The corrections that need no more knowledge than the pattern; the likeliest first.
  package let corrections: [Correction]

  package var description: String {
    "the route pattern '\(pattern)' is wrong at offset \(offset): \(message)"
  }
}
