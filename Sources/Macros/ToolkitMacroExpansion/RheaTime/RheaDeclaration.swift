public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// A callback of RheaTime that a macro declares in the binary.
///
/// `#rhea` uses this type. Use it in your own macros that set some of its arguments. (Such a macro
/// cannot expand to `#rhea`, because the compiler drops the records of a macro in the expansion of
/// another.)
///
/// ```swift
/// public struct RegisterRouteMacro: DeclarationMacro {
///   public static func expansion(
///     of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
///   ) throws -> [DeclSyntax] {
///     let arguments = MacroArguments(of: node)
///     return try RheaDeclaration(
///       event: "registerRoute", priority: 7, isRepeatable: true,
///       function: arguments.required(arguments.function("func"), name: "func")
///     ).declarations(for: node, in: context)
///   }
/// }
/// ```
public struct RheaDeclaration {
  /// The event of the callback.
  public var event: Event
  /// The names of the event in earlier builds.
  public var formerNames: [String] = []
  /// The priority of the callback among the callbacks of the same event.
  public var priority: Priority
  /// A Boolean value that indicates whether the callback runs each time the event occurs, and not
  /// only the first time.
  public var isRepeatable: Bool
  /// A Boolean value that indicates whether the callback runs outside of the main actor.
  public var isAsync: Bool
  /// The closure or function, as it was written.
  public var function: MacroArgument

  public init(
    event: Event, priority: Priority = 5, isRepeatable: Bool = false, isAsync: Bool = false,
    function: MacroArgument
  ) {
    self.event = event
    self.priority = priority
    self.isRepeatable = isRepeatable
    self.isAsync = isAsync
    self.function = function
  }

  /// Returns the declarations that add the callback to the binary.
  ///
  /// - Parameters:
  ///   - node: The use of the macro. The callback has its source location.
  ///   - context: The context of the expansion.
  /// - Returns: A record and, for a callback that runs before `main`, the code that runs it.
  /// - Throws: An error at the macro if no record is possible there, or at a part of an argument
  ///   that is not possible in a record.
  public func declarations(
    for node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let record = try RecordDeclaration(
      kind: .callback, key: event.key, priority: priority.value, flags: flags, schema: schema,
      accessorText: "return unsafe \(formerNames.isEmpty ? provision : provisionWithFormerNames)"
    ).declarations(for: node, in: context)
    try RecordDeclaration.rejectSelf(in: written, around: context)
    return event.isBeforeMain ? record + [announcement(in: context)] : record
  }

  /// The call that provides the contents of the record.
  private var provision: String {
    """
    RheaTime::__RheaRecord.\(isAsync ? "async" : "sync")(\
    __out, __type, \(event.argument), \(priority.argument), \(functionNameArgument), \
    \(function.expression.trimmed))
    """
  }

  private var provisionWithFormerNames: String {
    let names = formerNames.map { "\($0.asLiteral)" }.joined(separator: ", ")
    return "RheaTime::__RheaRecord.formerly(__out, [\(names)], \(provision))"
  }

  /// The expressions from the source that the expansion contains.
  private var written: [ExprSyntax] {
    var written: [ExprSyntax] = []
    if case .expression(let expression) = event { written.append(expression) }
    if case .expression(let expression) = priority { written.append(expression) }
    return written + [function.expression]
  }

  // MARK: What tools can read

  private var flags: RecordFlags {
    var flags: RecordFlags = isAsync ? .asynchronous : .mainActor
    if isRepeatable { flags.insert(.repeatable) }
    if case .expression = event { flags.insert(.unresolvedKey) }
    if case .expression = priority { flags.insert(.unresolvedPriority) }
    return flags
  }

  private var schema: CallbackSchema {
    var schema = CallbackSchema(
      function: functionName, payload: payload,
      formerNames: formerNames.isEmpty ? nil : formerNames)
    if case .expression(let expression) = priority {
      schema.priority = expression.trimmedDescription
    }
    return schema
  }

  /// The type of the closure's parameter, if it is written and is not the context.
  private var payload: String? {
    guard case .closure(let closure) = try? function.function(),
      case .parameterClause(let clause)? = closure.signature?.parameterClause,
      let type = clause.parameters.first?.type?.trimmedDescription
    else { return nil }
    let contexts = ["RheaContext", "RheaTime.RheaContext", "RheaTime::RheaContext"]
    return contexts.contains(type) ? nil : type
  }

  /// The name of the function, if the argument is a reference and not a closure.
  private var functionName: String? {
    guard case .reference(let name) = try? function.function() else { return nil }
    return name.trimmedDescription
  }

  private var functionNameArgument: String {
    functionName.map { "\($0.asLiteral)" } ?? "nil"
  }

  // MARK: Before main

  /// Returns code that the loader runs when it has initialized the image.
  ///
  /// It notifies RheaTime, which then runs the callbacks of the image for this time.
  ///
  /// The address of its argument is in the code of the image, and therefore identifies the image.
  private func announcement(in context: some MacroExpansionContext) -> DeclSyntax {
    let isInType = !context.lexicalContext.isEmpty
    return DeclSyntax(
      unparsed: """
        #if objectFormat(ELF)
        @section(".init_array") @used private \(isInType ? "static " : "")nonisolated let \
        \(context.makeUniqueName("announcement").text): @convention(c) () -> Swift::Void = {
          RheaTime::__RheaRecord.imageIsReady({})
        }
        #endif
        """)
  }
}
