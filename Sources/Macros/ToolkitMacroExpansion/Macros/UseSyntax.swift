import SwiftSyntax
import SwiftSyntaxBuilder

/// A single name in the arguments of `#uses`.
struct UseSyntax {
  /// The kind of the used object.
  ///
  /// The raw value is the kind of its node in the graph.
  enum Target: String, CaseIterable {
    case route, event, notification, relay, task, job

    /// The label of the argument.
    ///
    /// URLs have no label.
    var label: String? { self == .route ? nil : rawValue }
  }

  let target: Target
  /// The name, or the expression that creates it.
  let name: String
  /// A Boolean value that indicates whether the name is known at compile time.
  let isResolved: Bool
  /// The argument.
  ///
  /// The record has its source location.
  let expression: ExprSyntax

  /// Reads the arguments of the macro.
  ///
  /// - Throws: An error at the first argument whose name cannot be read.
  static func uses(in arguments: MacroArguments) throws -> [UseSyntax] {
    for target in Target.allCases {
      guard let label = target.label, let first = arguments[label] else { continue }
      return try ([first] + arguments.followingUnlabeled(name: label)).map {
        try UseSyntax(target, $0)
      }
    }
    let urls = arguments.leadingUnlabeled(name: "url")
    let first = try arguments.required(urls.first, name: "url")
    return try ([first] + urls.dropFirst()).map { try UseSyntax(.route, $0) }
  }

  private init(_ target: Target, _ argument: MacroArgument) throws {
    self.target = target
    expression = argument.expression
    try Self.rejectInterpolation(in: argument, of: target)
    switch target {
    case .route: (name, isResolved) = (try UsedURL(argument).text, true)
    case .task, .job: (name, isResolved) = (try Self.literal(argument), true)
    case .event:
      switch try RheaDeclaration.Event(argument) {
      case .named(let text): (name, isResolved) = (text, true)
      case .expression(let expression):
        (name, isResolved) = (expression.trimmedDescription, false)
      }
    case .notification, .relay:
      if expression.is(StringLiteralExprSyntax.self) {
        (name, isResolved) = (try Self.literal(argument), true)
      } else {
        (name, isResolved) = (expression.trimmedDescription, false)
      }
    }
  }

  private static func rejectInterpolation(
    in argument: MacroArgument, of target: Target
  ) throws {
    guard let literal = argument.expression.as(StringLiteralExprSyntax.self),
      literal.segments.contains(where: { $0.is(ExpressionSegmentSyntax.self) })
    else { return }
    guard target != .route else { throw UsedURL.interpolated(literal) }
    throw ExpansionError.error(
      """
      '\(literal.trimmedDescription)' has a part that only the running program knows; list all \
      possible names
      """,
      id: "interpolatedUse", at: literal)
  }

  private static func literal(_ argument: MacroArgument) throws -> String {
    let name = try argument.string()
    guard !name.isEmpty else {
      throw ExpansionError.error(
        "the used name is empty", id: "emptyUse", at: argument.expression,
        fixIts: [Replacement.fixIt(of: argument.expression, by: #""<#name#>""#)])
    }
    return name
  }
}
