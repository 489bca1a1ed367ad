import SwiftDiagnostics
import SwiftParser
public import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A type that a macro makes a task, with the functions that the task runs.
public struct TaskType {
  /// The name of the type.
  ///
  /// By default, the task has the same name.
  public let name: String
  /// The name in code.
  let identifier: String
  let run: TaskFunction
  let shutdown: TaskFunction?
  let dependency: TaskDependency?

  /// Reads a type.
  ///
  /// - Parameters:
  ///   - declaration: The declaration to which the macro is attached.
  ///   - attribute: The use of the macro.
  /// - Throws: An error at the part that is not possible in a task.
  public init(_ declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax) throws {
    let macro = "@\(attribute.attributeName.trimmedDescription)"
    if let declaration = declaration.as(ExtensionDeclSyntax.self) {
      throw ExpansionError.error(
        """
        '\(macro)' cannot stand on an extension; write it before the type \
        '\(declaration.extendedType.trimmedDescription)' itself
        """,
        id: "taskExtension", at: attribute)
    }
    guard let group = declaration.asProtocol((any DeclGroupSyntax).self),
      let named = declaration.asProtocol((any NamedDeclSyntax).self),
      !declaration.is(ProtocolDeclSyntax.self)
    else {
      throw ExpansionError.error(
        """
        '\(macro)' is for a type with 'static func run()': an enumeration, a structure, a class or \
        an actor
        """,
        id: "noTaskType", at: attribute)
    }
    name = named.name.identifier?.name ?? named.name.text
    let identifier = name.isValidSwiftIdentifier(for: .variableName) ? name : "`\(name)`"
    self.identifier = identifier
    if let generics = declaration.asProtocol((any WithGenericParametersSyntax).self)?
      .genericParameterClause
    {
      throw ExpansionError.error(
        "'\(name)' is generic, so it would declare many tasks at once; a task has one type",
        id: "genericTask", at: generics)
    }
    let members = try TaskMembers(of: group, name: name)
    guard let run = members.run else {
      throw ExpansionError.error(
        """
        '\(name)' needs 'static func run()' with the work of the task, in the type itself and not \
        in an extension
        """,
        id: "noRun", at: named.name,
        fixIts: [Self.fixIt(addingRunTo: group.memberBlock)])
    }
    self.run = try TaskFunction(run, of: group)
    shutdown = try members.shutdown.map { try TaskFunction($0, of: group) }
    dependency = try members.dependency.map {
      try TaskDependency($0, of: identifier, in: group)
    }
  }

  /// Returns the name of the type with its enclosing types: `Shop.Refresh`.
  func path(in context: some MacroExpansionContext) -> String {
    let around = context.lexicalContext.compactMap { syntax in
      syntax.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
        ?? syntax.asProtocol((any NamedDeclSyntax).self)?.name.identifier?.name
    }
    return (around.reversed() + [name]).joined(separator: ".")
  }

  private static func fixIt(addingRunTo block: MemberBlockSyntax) -> FixIt {
    Replacement.inserting(
      "\n  static func run() {\n    <#code#>\n  }\n", behind: block.leftBrace,
      message: "add 'static func run()'")
  }
}

/// The members of a type that make it a task.
struct TaskMembers {
  private(set) var run: FunctionDeclSyntax?
  private(set) var shutdown: FunctionDeclSyntax?
  /// A function or a variable.
  private(set) var dependency: DeclSyntax?

  /// Finds the members.
  ///
  /// - Throws: An error at the first member that is not static, is declared twice, or is declared
  ///   under a condition.
  init(of group: any DeclGroupSyntax, name type: String) throws {
    for member in group.memberBlock.members {
      if let block = member.decl.as(IfConfigDeclSyntax.self) { try Self.reject(in: block) }
    }
    // The second is the name in RWTaskKit for tasks of notifications.
    run =
      try Self.function("run", of: group, type)
      ?? Self.function("runWithNotification", of: group, type)
    shutdown = try Self.function("shutdown", of: group, type)
    dependency = try Self.only(
      group.memberBlock.members.map(\.decl).filter { Self.name(of: $0) == "dependency" },
      "dependency", type)
  }

  private static func function(
    _ name: String, of group: any DeclGroupSyntax, _ type: String
  ) throws -> FunctionDeclSyntax? {
    let functions = group.memberBlock.members.map(\.decl).filter {
      $0.is(FunctionDeclSyntax.self) && Self.name(of: $0) == name
    }
    return try only(functions, name, type)?.as(FunctionDeclSyntax.self)
  }

  /// Returns the static member among several members with the same name, if one exists.
  private static func only(
    _ members: [DeclSyntax], _ name: String, _ type: String
  ) throws -> DeclSyntax? {
    let ofType = members.filter { modifiers(of: $0)?.typeModifier != nil }
    guard let first = ofType.first else {
      guard let other = members.first else { return nil }
      throw ExpansionError.error(
        "'\(name)' of '\(type)' must be static, because a task has no instance",
        id: "taskMemberNotStatic", at: other,
        fixIts: keyword(of: other).map {
          [Replacement.fixIt("make it static", adding: "static", before: $0)]
        } ?? [])
    }
    guard ofType.count == 1 else {
      throw ExpansionError.error(
        "'\(type)' has several static '\(name)', and a task does only one thing; rename the others",
        id: "severalTaskMembers", at: ofType[1])
    }
    if let modifier = modifiers(of: first)?.first(where: { $0.name.tokenKind == .keyword(.private) }
    ) {
      throw ExpansionError.error(
        "'\(name)' of '\(type)' must not be private, because the task calls it from outside the type",
        id: "privateTaskMember", at: modifier,
        fixIts: [Replacement.fixIt(of: [modifier.name], by: "fileprivate")])
    }
    return first
  }

  /// Throws an error for members in a conditional block, because the task would have to depend on
  /// the same condition.
  private static func reject(in block: IfConfigDeclSyntax) throws {
    for clause in block.clauses {
      guard case .decls(let members)? = clause.elements else { continue }
      for member in members {
        if let inner = member.decl.as(IfConfigDeclSyntax.self) { try reject(in: inner) }
        guard let name = name(of: member.decl),
          ["run", "runWithNotification", "shutdown", "dependency"].contains(name)
        else { continue }
        throw ExpansionError.error(
          "'\(name)' of a task cannot be inside '#if'; put the condition into it",
          id: "conditionalTaskMember", at: member.decl)
      }
    }
  }

  private static func name(of member: DeclSyntax) -> String? {
    if let function = member.as(FunctionDeclSyntax.self) { return function.name.identifier?.name }
    guard let pattern = member.as(VariableDeclSyntax.self)?.bindings.first?.pattern else {
      return nil
    }
    return pattern.as(IdentifierPatternSyntax.self)?.identifier.identifier?.name
  }

  private static func modifiers(of member: DeclSyntax) -> DeclModifierListSyntax? {
    member.asProtocol((any WithModifiersSyntax).self)?.modifiers
  }

  private static func keyword(of member: DeclSyntax) -> TokenSyntax? {
    member.as(FunctionDeclSyntax.self)?.funcKeyword
      ?? member.as(VariableDeclSyntax.self)?.bindingSpecifier
  }
}
