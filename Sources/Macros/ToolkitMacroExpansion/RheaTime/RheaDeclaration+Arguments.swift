public import SwiftSyntax
import SwiftSyntaxBuilder

extension RheaDeclaration {
  /// The event that a callback waits for.
  public enum Event: ExpressibleByStringLiteral {
    /// The event with this text.
    case named(String)
    /// The event that an expression makes when the program runs.
    case expression(ExprSyntax)

    public init(stringLiteral name: String) {
      self = .named(name)
    }

    /// Reads a macro's argument.
    ///
    /// The text of a literal and of RheaTime's own constants is known at compile
    /// time. Of any other expression the value decides, once the program runs.
    ///
    /// - Throws: An error at the argument if it is an empty literal.
    public init(_ argument: MacroArgument) throws {
      if let name = try? argument.string() {
        guard !name.isEmpty else {
          throw ExpansionError.error(
            "an event needs a text, by which triggers and callbacks refer to it",
            id: "emptyEvent", at: argument.expression,
            fixIts: [Replacement.fixIt(of: argument.expression, by: #""<#event#>""#)])
        }
        self = .named(name)
      } else if let member = try? argument.member(), Self.builtIn.contains(member.name),
        [nil, "RheaEvent", "RheaTime.RheaEvent"].contains(member.base)
      {
        self = .named(member.name)
      } else {
        self = .expression(argument.expression)
      }
    }

    private static let builtIn: Set = ["load", "premain", "appDidFinishLaunching"]

    /// The text of the event in the record.
    var key: String {
      switch self {
      case .named(let name): name
      case .expression(let expression): expression.trimmedDescription
      }
    }

    /// The expression that makes the event when the program runs.
    var argument: String {
      switch self {
      case .named(let name): "\(name.asLiteral)"
      case .expression(let expression): expression.trimmedDescription
      }
    }

    /// A Boolean value that indicates whether the event is known to come before `main`.
    var isBeforeMain: Bool {
      if case .named("load") = self { return true }
      if case .named("premain") = self { return true }
      return false
    }
  }

  /// The rank of a callback among those of the same event.
  public enum Priority: ExpressibleByIntegerLiteral {
    /// This number.
    case value(Int32)
    /// The priority that an expression makes when the program runs.
    case expression(ExprSyntax)

    public init(integerLiteral value: Int32) {
      self = .value(value)
    }

    /// Reads a macro's argument; without one the priority is normal.
    ///
    /// The number of a literal and of RheaTime's own constants is known at
    /// compile time. Of any other expression the value decides, once the program
    /// runs.
    public init(_ argument: MacroArgument?) {
      guard let argument else {
        self = 5
        return
      }
      if let value = try? argument.integer(as: Int32.self) {
        self = .value(value)
      } else if let member = try? argument.member(), let value = Self.named[member.name],
        [nil, "RheaPriority", "RheaTime.RheaPriority"].contains(member.base)
      {
        self = .value(value)
      } else {
        self = .expression(argument.expression)
      }
    }

    private static let named: [String: Int32] = [
      "veryLow": 1, "low": 3, "normal": 5, "high": 7, "veryHigh": 9,
    ]

    /// The number of the priority in the record.
    var value: Int32 {
      if case .value(let value) = self { value } else { 0 }
    }

    /// The expression that makes the priority when the program runs, unless the record has it.
    var argument: String {
      if case .expression(let expression) = self { expression.trimmedDescription } else { "nil" }
    }
  }
}
