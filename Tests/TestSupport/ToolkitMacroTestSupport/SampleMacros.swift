import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Multiplies its arguments: `#product(6, 7)`.
enum ProductMacro: ExpressionMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) -> ExprSyntax {
    "\(raw: node.arguments.map(\.expression.trimmedDescription).joined(separator: " * "))"
  }
}

/// Becomes where it is: `#here`.
enum HereMacro: ExpressionMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    func place(_ mode: SourceLocationFilePathMode) throws -> String {
      guard
        let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: mode)
      else { throw MacroExpansionErrorMessage("#here is nowhere") }
      return "\(location.file), \(location.line), \(location.column)"
    }
    return try "(\(raw: place(.fileID)), \(raw: place(.filePath)))"
  }
}

/// Declares variables with names of their own, and tells what encloses it.
enum DeclareMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let enclosing = context.lexicalContext.compactMap {
      $0.asProtocol((any NamedDeclSyntax).self)?.name.text
    }
    return [
      "let \(context.makeUniqueName("record")) = \(literal: enclosing.joined(separator: " in "))",
      "let \(context.makeUniqueName("record")) = 2",
    ]
  }
}

/// Adds a member, and a conformance where one is asked for.
enum EquipMacro: MemberMacro, ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    ["var equipment: [String] { [] }"]
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    try protocols.map { try ExtensionDeclSyntax("extension \(type.trimmed): \($0.trimmed) {}") }
  }
}

/// Adds a peer to what it is attached to.
enum TwinMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? "nameless"
    return ["let twinOf\(raw: name) = true"]
  }
}

/// Replaces a body.
enum SilenceMacro: BodyMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) -> [CodeBlockItemSyntax] {
    ["return"]
  }
}

/// Gives a variable a getter.
enum ComputeMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    ["get { 42 }"]
  }
}

/// Gives a variable a getter, reluctantly.
enum FrownMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    context.diagnose(Diagnostic(node: node, message: MacroExpansionWarningMessage("must I?")))
    return ["get { 42 }"]
  }
}

/// Complains about its arguments, in every way there is.
enum ComplainMacro: ExpressionMacro, PeerMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    complain(about: node.arguments, in: context)
    return "0"
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if case .argumentList(let arguments)? = node.arguments {
      complain(about: arguments, in: context)
    }
    context.diagnose(
      Diagnostic(node: declaration, message: MacroExpansionWarningMessage("an odd declaration")))
    return []
  }

  private static func complain(
    about arguments: LabeledExprListSyntax, in context: some MacroExpansionContext
  ) {
    for argument in arguments {
      let expression = argument.expression
      let replacement = ExprSyntax("\"\(raw: expression.trimmedDescription)\"")
      context.diagnose(
        Diagnostic(
          node: expression,
          message: MacroExpansionErrorMessage("write a string"),
          notes: [
            Note(node: Syntax(argument), message: MacroExpansionNoteMessage("this argument"))
          ],
          fixIts: [
            .replace(
              message: MacroExpansionFixItMessage("put it in quotes"),
              oldNode: expression, newNode: replacement),
            FixIt(
              message: MacroExpansionFixItMessage("put it in brackets"),
              changes: [
                .replaceLeadingTrivia(
                  token: expression.firstToken(viewMode: .sourceAccurate)!,
                  newTrivia: .blockComment("/*[*/")),
                .replaceTrailingTrivia(
                  token: expression.lastToken(viewMode: .sourceAccurate)!,
                  newTrivia: .blockComment("/*]*/")),
              ]),
          ]))
    }
  }
}

/// Points at syntax that it made itself.
enum InventMacro: ExpressionMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) -> ExprSyntax {
    let invented = ExprSyntax("invented")
    context.diagnose(
      Diagnostic(
        node: invented,
        message: MacroExpansionErrorMessage("made-up syntax"),
        fixIt: .replace(
          message: MacroExpansionFixItMessage("write it"), oldNode: invented,
          newNode: ExprSyntax("written"))))
    return "0"
  }
}

/// Gives up.
enum ThrowMacro: ExpressionMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    throw MacroExpansionErrorMessage("no luck")
  }
}

/// Makes something that is not Swift.
enum BabbleMacro: DeclarationMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    ["let let = ="]
  }
}
