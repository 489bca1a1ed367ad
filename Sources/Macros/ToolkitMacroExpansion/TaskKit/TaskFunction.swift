import SwiftSyntax
import SwiftSyntaxBuilder

/// A function of a task's type: `run` or `shutdown`.
struct TaskFunction {
  /// The value that is passed to a parameter.
  enum Argument {
    case context, notification
  }

  struct Parameter {
    let label: String?
    let argument: Argument
    /// A Boolean value that indicates whether the notification is an `NSNotification`.
    let isObject: Bool
    let syntax: FunctionParameterSyntax
  }

  let name: String
  let parameters: [Parameter]
  let isAsync: Bool
  let canThrow: Bool
  /// The declared actor of the function or of its type.
  let globalActor: String?
  /// The type of the result, or `nil` if it returns nothing.
  let result: String?

  /// Reads a function.
  ///
  /// - Throws: An error at the part of the function that a task does not support.
  init(_ function: FunctionDeclSyntax, of group: any DeclGroupSyntax) throws {
    name = function.name.identifier?.name ?? function.name.text
    if let generics = function.genericParameterClause {
      throw ExpansionError.error(
        """
        '\(name)' of a task cannot be generic, because TaskKit calls it without type arguments; \
        write concrete types
        """,
        id: "genericTaskFunction", at: generics)
    }
    parameters = try function.signature.parameterClause.parameters.map(Self.parameter)
    let effects = function.signature.effectSpecifiers
    isAsync = effects?.asyncSpecifier != nil
    canThrow = effects?.throwsClause.map { $0.type?.oneLine != "Never" } ?? false
    result = Self.result(function.signature.returnClause)
    let isNonisolated = function.modifiers.contains {
      $0.name.tokenKind == .keyword(.nonisolated) && $0.detail == nil
    }
    globalActor =
      isNonisolated
      ? nil : function.attributes.globalActor ?? group.attributes.globalActor
    try checkOrder()
    if name == "shutdown" { try checkIsPlain(function) }
  }

  private static func parameter(_ parameter: FunctionParameterSyntax) throws -> Parameter {
    let type = parameter.type.oneLine
    let argument: Argument? =
      switch type {
      case "TaskContext", "TaskKit.TaskContext": .context
      case "Notification", "Foundation.Notification": .notification
      case "NSNotification", "Foundation.NSNotification": .notification
      default: nil
      }
    guard let argument, parameter.ellipsis == nil else {
      throw ExpansionError.error(
        """
        'run' of a task takes nothing or the context, and 'run' of a notification task also takes \
        the notification before it; '\(type)' is neither 'TaskContext' nor 'Notification'
        """,
        id: "taskParameter", at: parameter.type,
        fixIts: [
          Replacement.replacing(parameter.type, by: "TaskContext", message: "make it 'TaskContext'")
        ])
    }
    let label = parameter.firstName.tokenKind == .wildcard ? nil : parameter.firstName
    return Parameter(
      label: label.map { $0.identifier?.name ?? $0.text }, argument: argument,
      isObject: type.hasSuffix("NSNotification"), syntax: parameter)
  }

  private static func result(_ clause: ReturnClauseSyntax?) -> String? {
    guard let type = clause?.type.oneLine, !["Void", "()", "Swift.Void"].contains(type) else {
      return nil
    }
    return type
  }

  private func checkOrder() throws {
    let arguments = parameters.map(\.argument)
    guard ![[], [.context], [.notification], [.notification, .context]].contains(arguments) else {
      guard parameters.count > 1, let object = parameters.first(where: \.isObject) else { return }
      throw ExpansionError.error(
        "an 'NSNotification' must be the only parameter; take a 'Notification' beside the context",
        id: "taskParameter", at: object.syntax.type,
        fixIts: [
          Replacement.replacing(
            object.syntax.type, by: "Notification", message: "make it 'Notification'")
        ])
    }
    throw ExpansionError.error(
      "'run' takes the notification first, then the context, and each only once",
      id: "taskParameter", at: parameters[parameters.count - 1].syntax)
  }

  private func checkIsPlain(_ function: FunctionDeclSyntax) throws {
    if let parameter = parameters.first?.syntax {
      throw ExpansionError.error(
        "'shutdown' of a task takes nothing", id: "shutdownParameter", at: parameter,
        fixIts: [Replacement.removing(function.signature.parameterClause.parameters)])
    }
    if let clause = function.signature.returnClause, result != nil {
      throw ExpansionError.error(
        "'shutdown' of a task returns nothing, because no other task can read it",
        id: "shutdownResult", at: clause, fixIts: [Replacement.removing(clause)])
    }
  }

  /// The parameter for the notification, if the function has one.
  var notification: FunctionParameterSyntax? {
    parameters.first { $0.argument == .notification }?.syntax
  }

  /// Returns the expression that passes the function to TaskKit.
  ///
  /// A synchronous function is passed by its name, so that the compiler tells TaskKit its actor. A
  /// call with `await` switches to the actor on its own.
  func body(in type: TaskType) -> String {
    let function = "\(type.identifier).\(name)"
    guard isAsync else { return ".function(\(function))" }
    let arguments = parameters.map { parameter in
      (parameter.label.map { "\($0.asLabel): " } ?? "")
        + (parameter.argument == .context
          ? "$0.context" : parameter.isObject ? "$0.notificationObject()" : "$0.notification()")
    }
    let isTrying = canThrow || notification != nil
    return """
      .calling { \(arguments.isEmpty ? "_ in " : "")\(isTrying ? "try " : "")await \
      \(function)(\(arguments.joined(separator: ", "))) }
      """
  }
}
