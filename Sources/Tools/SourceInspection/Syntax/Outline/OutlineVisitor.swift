import SwiftSyntax

/// Visits the syntax of a file, and collects its names.
///
/// It only visits parts that contain a telling word. Chains such as `a.b().c()` create trees of any
/// depth, although the parser limits nested parentheses. Nodes deeper than ``deepest`` are
/// therefore visited after the walk has returned, because otherwise the stack could overflow.
final class OutlineVisitor: SyntaxAnyVisitor {
  private(set) var names = NameReader()
  private(set) var constants = ConstantReader()
  private(set) var declarations = DeclarationReader()
  private(set) var structures = StructureReader()

  private var depth = 0
  private var deferred: [Syntax] = []

  private static let deepest = 256

  private let words: TellingWords

  init(_ words: TellingWords) {
    self.words = words
    super.init(viewMode: .sourceAccurate)
  }

  func read(_ file: SourceFileSyntax) {
    deferred = [Syntax(file)]
    while let node = deferred.popLast() {
      depth = 0
      walk(node)
    }
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    // The visit of a node that is skipped has an end as well.
    depth += 1
    // With the space around it, which is known without a look at the tokens.
    guard words.areIn(node.position.utf8Offset..<node.endPosition.utf8Offset) else {
      return .skipChildren
    }
    guard depth <= Self.deepest else {
      deferred.append(node)
      return .skipChildren
    }
    switch node.kind {
    case .variableDecl:
      let variable = node.cast(VariableDeclSyntax.self)
      for literal in constants.read(variable).compactMap(\.literal) { names.leaveOut(literal) }
      names.read(variable)
    case .structDecl: structures.read(node.cast(StructDeclSyntax.self))
    case .functionCallExpr: names.read(node.cast(FunctionCallExprSyntax.self))
    case .memberAccessExpr: names.read(node.cast(MemberAccessExprSyntax.self))
    case .macroExpansionExpr:
      let macro = node.cast(MacroExpansionExprSyntax.self)
      names.read(macro: macro.macroName, macro.arguments)
      declarations.read(macro: macro.macroName, macro.arguments, of: macro)
    case .macroExpansionDecl:
      let macro = node.cast(MacroExpansionDeclSyntax.self)
      names.read(macro: macro.macroName, macro.arguments)
      declarations.read(macro: macro.macroName, macro.arguments, of: macro)
    case .attribute:
      constants.read(node.cast(AttributeSyntax.self))
      names.read(node.cast(AttributeSyntax.self))
      declarations.read(node.cast(AttributeSyntax.self))
    default: break
    }
    return .visitChildren
  }

  override func visitAnyPost(_ node: Syntax) { depth -= 1 }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visitPost(_ token: TokenSyntax) {}
}
