import Schedules
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros
import ToolkitMacroExpansion

/// Checks the literals in a schedule, such as `.daily(at: "25:00")`.
///
/// For the compiler, they are ordinary strings.
final class ScheduleLiterals: SyntaxVisitor {
  private let context: any MacroExpansionContext
  private var failure: (any Error)?

  private init(_ context: any MacroExpansionContext) {
    self.context = context
    super.init(viewMode: .sourceAccurate)
  }

  /// Checks the times, dates and names of zones in the expression of a schedule.
  ///
  /// - Throws: An error at the first invalid character.
  static func check(_ argument: MacroArgument, in context: some MacroExpansionContext) throws {
    let visitor = ScheduleLiterals(context)
    visitor.walk(argument.expression)
    if let failure = visitor.failure { throw failure }
  }

  /// The functions of ``Schedules/Schedule`` with times as arguments.
  private static let timed: Set = ["daily", "weekdays", "weekly", "monthly", "yearly", "every"]

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard failure == nil else { return .skipChildren }
    do {
      if call.calledExpression.isTypeOfZones { try checkZone(of: call.arguments) }
      guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
        access.isOfSchedule
      else { return .visitChildren }
      let name = access.declName.baseName.text
      if Self.timed.contains(name) { try checkTimes(of: call.arguments) }
      if name == "excluding" { try checkDays(of: call.arguments) }
    } catch {
      failure = error
    }
    return .visitChildren
  }

  private func checkTimes(of arguments: LabeledExprListSyntax) throws {
    var label: String?
    for argument in arguments {
      label = argument.label?.text ?? label
      guard argument.expression.is(StringLiteralExprSyntax.self) else { continue }
      switch label {
      case "at": try checkTime(argument.expression)
      case "anchor": try checkDate(argument.expression)
      default: break
      }
    }
  }

  private func checkDays(of arguments: LabeledExprListSyntax) throws {
    for argument in arguments where argument.label == nil {
      let elements = argument.expression.as(ArrayExprSyntax.self)?.elements.map(\.expression)
      for expression in elements ?? [argument.expression]
      where expression.is(StringLiteralExprSyntax.self) {
        try checkDate(expression)
      }
    }
  }

  private func checkZone(of arguments: LabeledExprListSyntax) throws {
    guard arguments.count == 1, let argument = arguments.first, argument.label == nil else {
      return
    }
    let name = MacroArgument(name: "zone", expression: argument.expression)
    // Other expressions are checked at run time.
    guard (try? name.string()) != nil else { return }
    _ = try ZoneLiteral(name, in: context)
  }

  private func checkTime(_ expression: ExprSyntax) throws {
    let literal = try TextLiteral(MacroArgument(name: "at", expression: expression))
    guard let problem = TimeOfDay(stringLiteral: literal.text).problem else { return }
    throw literal.error(
      problem.message, id: "invalidTime",
      at: literal.offsetOfFault(separator: ":", limits: [0...23, 0...59, 0...59]))
  }

  private func checkDate(_ expression: ExprSyntax) throws {
    let literal = try TextLiteral(MacroArgument(name: "date", expression: expression))
    guard let problem = CalendarDate(stringLiteral: literal.text).problem else { return }
    throw literal.error(
      problem.message, id: "invalidDate",
      at: literal.offsetOfFault(separator: "-", limits: [1...9999, 1...12, 1...28]))
  }
}

extension TextLiteral {
  /// Returns the offset of the first part that is not a number within its limits or, if all are, of
  /// the last permitted part.
  fileprivate func offsetOfFault(
    separator: Unicode.Scalar, limits: [ClosedRange<Int>]
  ) -> Int {
    var offset = 0
    let parts = text.utf8.split(
      separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    for (part, limit) in zip(parts, limits) {
      guard let number = Int(String(decoding: part, as: UTF8.self)), limit ~= number else { break }
      guard offset + part.count < text.utf8.count else { break }
      offset += part.count + 1
    }
    return min(offset, text.utf8.count)
  }
}

extension MemberAccessExprSyntax {
  /// A Boolean value that indicates whether the syntax shows that the member belongs to `Schedule`.
  ///
  /// Its base must start with a dot or the name of the type.
  fileprivate var isOfSchedule: Bool {
    guard let base else { return true }
    if let type = base.as(DeclReferenceExprSyntax.self) { return type.baseName.text == "Schedule" }
    let call = base.as(FunctionCallExprSyntax.self)?.calledExpression ?? base
    return call.as(MemberAccessExprSyntax.self)?.isOfSchedule ?? false
  }
}

extension ExprSyntax {
  /// A Boolean value that indicates whether this is `ScheduleZone` or its initializer, with or
  /// without the name of the module.
  fileprivate var isTypeOfZones: Bool {
    if let name = self.as(DeclReferenceExprSyntax.self) { return name.baseName.text == zoneType }
    guard let access = self.as(MemberAccessExprSyntax.self) else { return false }
    return access.declName.baseName.text == "init"
      ? access.base?.isTypeOfZones ?? false : access.declName.baseName.text == zoneType
  }
}

private let zoneType = "ScheduleZone"

/// A text in the source, with the positions of its parts for errors.
struct TextLiteral {
  let text: String
  let expression: ExprSyntax
  /// The start of the text, or `nil` if the source does not contain the text literally, because it
  /// has escapes or several lines.
  let start: AbsolutePosition?

  /// Creates the text of an argument.
  ///
  /// - Throws: An error at the argument if it is not a string literal.
  init(_ argument: MacroArgument) throws {
    text = try argument.string()
    expression = argument.expression
    if let literal = argument.expression.as(StringLiteralExprSyntax.self),
      literal.openingQuote.tokenKind == .stringQuote, literal.segments.count <= 1,
      case let segment = literal.segments.first?.as(StringSegmentSyntax.self)?.content,
      segment?.text ?? "" == text
    {
      start = literal.openingQuote.endPosition
    } else {
      start = nil
    }
  }

  /// Returns an error at an offset in the text.
  ///
  /// If the position in the source is unknown, the error is at the whole literal.
  func error(
    _ message: String, id: String, at offset: Int, fixIts: [FixIt] = []
  ) -> DiagnosticsError {
    ExpansionError.error(
      message, id: id, at: expression,
      position: start.map { $0.advanced(by: min(max(0, offset), text.utf8.count)) },
      fixIts: fixIts)
  }
}
