public import SwiftSyntax
import SwiftSyntaxBuilder

extension RheaDeclaration {
  /// The event of a callback.
  public enum Event: ExpressibleByStringLiteral {
    /// The event with this name.
    case named(String)
    /// The event that an expression returns at run time.
    case expression(ExprSyntax)

    public init(stringLiteral name: String) {
      self = .named(name)
    }

    /// Reads an argument of a macro.
    ///
    /// The name in a literal or in a constant of RheaTime is known at compile time. The value of
    /// any other expression is only known at run time.
    ///
    /// - Throws: An error at the argument if it is an empty literal.
    public init(_ argument: MacroArgument) throws {
      if let name = try? argument.string() {
        guard !name.isEmpty else {
          throw ExpansionError.error(
            "an event needs a name, by which triggers and callbacks refer to it",
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

    /// Reads an earlier name.
    ///
    /// - Throws: An error at the argument if it is not a literal, or the name of a built-in moment.
    static func formerName(_ argument: MacroArgument) throws -> String {
      let name = try argument.string()
      guard !builtIn.contains(name) else {
        throw ExpansionError.error(
          "'\(name)' is a built-in moment, so it cannot be an earlier name of another event",
          id: "builtInFormerName", at: argument.expression)
      }
      return name
    }

    private static let builtIn: Set = ["load", "premain", "appDidFinishLaunching"]

    /// The name of the event in the record.
    var key: String {
      switch self {
      case .named(let name): name
      case .expression(let expression): expression.trimmedDescription
      }
    }

    /// The expression that creates the event at run time.
    var argument: String {
      switch self {
      case .named(let name): "\(name.asLiteral)"
      case .expression(let expression): expression.trimmedDescription
      }
    }

    /// A Boolean value that indicates whether the event is known to occur before `main`.
    var isBeforeMain: Bool {
      if case .named("load") = self { return true }
      if case .named("premain") = self { return true }
      return false
    }
  }

  /// The priority of a callback among the callbacks of the same event.
  public enum Priority: ExpressibleByIntegerLiteral {
    /// A number.
    case value(Int32)
    /// The priority that an expression returns at run time.
    case expression(ExprSyntax)

    public init(integerLiteral value: Int32) {
      self = .value(value)
    }

    /// Reads an argument of a macro.
    ///
    /// If it is missing, the priority is normal.
    ///
    /// The number in a literal or in a constant of RheaTime is known at compile time. The value of
    /// any other expression is only known at run time.
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

    /// The expression that creates the priority at run time, or `nil` as text if the record
    /// contains it.
    var argument: String {
      if case .expression(let expression) = self { expression.trimmedDescription } else { "nil" }
    }
  }
}
