public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// A callback of RheaTime, as a macro wants it in the binary.
///
/// `#rhea` is made of this, and so is a macro of your own that fixes some of its
/// arguments. (Such a macro cannot expand to `#rhea`, because the compiler drops
/// the records of a macro in another's expansion.)
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
  /// The event that the callback waits for.
  public var event: Event
  /// The rank of the callback among those of the same event.
  public var priority: Priority
  /// A Boolean value that indicates whether the callback runs at every occurrence,
  /// rather than at the first only.
  public var isRepeatable: Bool
  /// A Boolean value that indicates whether the callback runs off the main actor.
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

  /// The declarations that put the callback into the binary.
  ///
  /// - Parameters:
  ///   - node: The macro as it was used. Its source location becomes the callback's.
  ///   - context: The context of the expansion.
  /// - Returns: A record and, for a callback that runs before `main`, what makes
  ///   it run.
  /// - Throws: An error at the macro if no record can be declared there, or at
  ///   the part of an argument that cannot be in one.
  public func declarations(
    for node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let record = try RecordDeclaration(
      kind: .callback, key: event.key, priority: priority.value, flags: flags, schema: schema,
      accessorText: """
        return unsafe RheaTime::__RheaRecord.\(isAsync ? "async" : "sync")(\
        __out, __type, \(event.argument), \(priority.argument), \(functionNameArgument), \
        \(function.expression.trimmed))
        """
    ).declarations(for: node, in: context)
    try RecordDeclaration.rejectSelf(in: written, around: context)
    return event.isBeforeMain ? record + [announcement(in: context)] : record
  }

  /// The expressions that the expansion takes over from the source.
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
    var schema = CallbackSchema(function: functionName)
    if case .expression(let expression) = priority {
      schema.priority = expression.trimmedDescription
    }
    return schema
  }

  /// The name of the function, if the argument is one and no closure.
  private var functionName: String? {
    guard case .reference(let name) = try? function.function() else { return nil }
    return name.trimmedDescription
  }

  private var functionNameArgument: String {
    functionName.map { "\($0.asLiteral)" } ?? "nil"
  }

  // MARK: Before main

  /// Code that the loader runs when it has initialized the image: it tells
  /// RheaTime, which then runs what the image declares for that time.
  ///
  /// Its argument lies in the image's code and so says which one it is.
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
