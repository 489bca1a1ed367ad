/// An error in a cron expression, with its position and a fix.
public struct CronError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of problem; the list may grow.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// There are not five, six or seven fields.
    public static let wrongFieldCount = Code(name: "wrongFieldCount")
    /// There is no `@` name like this.
    public static let unknownName = Code(name: "unknownName")
    /// Something is missing where a number or a name must be.
    public static let missingValue = Code(name: "missingValue")
    /// A character that means nothing here.
    public static let unexpectedCharacter = Code(name: "unexpectedCharacter")
    /// A name that is none of a month or a day.
    public static let unknownValue = Code(name: "unknownValue")
    /// A number that the field does not have.
    public static let outOfRange = Code(name: "outOfRange")
    /// A range that goes backwards where none can go around.
    public static let backwardRange = Code(name: "backwardRange")
    /// A step of nothing, or one longer than the field.
    public static let invalidStep = Code(name: "invalidStep")
    /// `L`, `W`, `#`, `H` or `+` where it has no meaning.
    public static let misplacedSpecial = Code(name: "misplacedSpecial")
    /// `H` without a name to hash.
    public static let missingName = Code(name: "missingName")
    /// A time zone in front of the fields.
    public static let timeZone = Code(name: "timeZone")
    /// No day of any year fits.
    public static let neverComes = Code(name: "neverComes")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// The expression.
  public let expression: String

  /// The field, if it is one.
  public let field: CronField?

  /// The offset of the error in the UTF-8 of the expression.
  public let offset: Int

  /// A sentence that says what is wrong and what can be done about it.
  public let message: String

  public var description: String {
    "the cron expression '\(expression)' is wrong at offset \(offset): \(message)"
  }
}
