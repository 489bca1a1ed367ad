/// An error in a pattern, with its position and a fix.
package struct RoutePatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason of an error.
  package enum Reason: Hashable, Sendable {
    /// The pattern is empty.
    case empty
    /// The string before `://` is not a valid scheme.
    case invalidScheme
    /// The first segment contains a colon, which addresses cannot have there.
    case colonInFirstSegment
    /// The pattern contains a space or a control character.
    case invalidCharacter
    /// A percent sign is not followed by two hexadecimal digits.
    case brokenEscape
    /// The escaped bytes are not UTF-8.
    case notUTF8
    /// Two slashes follow each other.
    case emptySegment
    /// A `?` or `#` is outside of braces.
    case queryOrFragment
    /// An opening brace is never closed.
    case unclosedBrace
    /// A closing brace was never opened.
    case strayBrace
    /// Braces contain no name, or an invalid one.
    case invalidName
    /// Two captures have the same name.
    case duplicateName
    /// The converter does not exist.
    case unknownConverter
    /// Two captures follow each other without a literal between them.
    case ambiguousCaptures
    /// A rest capture is not at the end, has more than a literal before it in its segment, or has a
    /// converter.
    case misplacedRest
    /// An optional capture is not alone in its segment.
    case misplacedOptional
    /// The optional segments have too many combinations.
    case tooManyOptionals
    /// The pattern has too many segments.
    case tooManySegments
  }

  /// A change that fixes the error, although the pattern may contain other errors.
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

  /// A sentence with the problem and the fix.
  package let message: String

  /// The corrections that follow from the pattern alone, starting with the most likely one.
  package let corrections: [Correction]

  package var description: String {
    "the route pattern '\(pattern)' is wrong at offset \(offset): \(message)"
  }
}
