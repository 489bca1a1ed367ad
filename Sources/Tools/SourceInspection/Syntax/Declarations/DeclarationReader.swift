import ModuleGraph
import SwiftSyntax

/// Finds the macros and attributes that become records.
struct DeclarationReader {
  private(set) var declarations: [FoundDeclaration] = []

  /// A name with its range.
  typealias Name = (text: String, range: Range<Int>)

  /// Reads a macro, such as `#task("Load")`.
  mutating func read(
    macro: TokenSyntax, _ arguments: LabeledExprListSyntax, of node: some SyntaxProtocol
  ) {
    let spelled = "#\(macro.text)"
    let own: Name = (macro.text, macro.trimmedOffsets)
    if spelled == "#record" {
      readRecord(arguments, of: node, own)
      return
    }
    guard let rule = DeclarationRule.all[spelled] else { return }
    let name: Name =
      switch rule.name {
      case .macro: own
      case .wire: (WireText.text(of: arguments), own.range)
      case .argument, .argumentOrType:
        Self.name(in: arguments, rule.label) ?? ("", own.range)
      }
    add(rule.kind, name, node)
    // A durable wire may declare its job.
    if rule.kind == .wire, let job = Self.name(in: arguments, "durable") { add(.job, job, node) }
  }

  /// Reads an attribute, such as `@EventTask`, with its declaration.
  mutating func read(_ attribute: AttributeSyntax) {
    guard let word = attribute.attributeName.lastName,
      let declaration = attribute.parent?.parent?.as(DeclSyntax.self)
    else { return }
    if word == "RelayKeys" {
      readRelayKeys(in: declaration)
      return
    }
    guard let rule = DeclarationRule.all["@\(word)"] else { return }
    var arguments: LabeledExprListSyntax = []
    if case .argumentList(let list)? = attribute.arguments { arguments = list }
    var name = Self.name(in: arguments, rule.label)
    if case .argumentOrType = rule.name, name == nil { name = Self.name(of: declaration) }
    let found = name ?? ("", attribute.attributeName.trimmedOffsets)
    add(rule.kind, found, declaration)
    if rule.kind == .routeClass {
      for route in RouteReader.routes(of: declaration, in: found.text) {
        add(.route, route.name, route.declaration)
      }
    }
  }

  // MARK: - The single kinds

  /// Reads a record of a kind that a module defines.
  private mutating func readRecord(
    _ arguments: LabeledExprListSyntax, of node: some SyntaxProtocol, _ own: Name
  ) {
    guard let kind = Self.name(in: arguments, "_") else { return }
    let name = Self.name(in: arguments, "key") ?? ("", own.range)
    add(ModuleGraph.Node.Kind(rawValue: kind.text), name, node)
  }

  private mutating func readRelayKeys(in declaration: DeclSyntax) {
    guard let members = declaration.as(ExtensionDeclSyntax.self)?.memberBlock.members else {
      return
    }
    for variable in members.compactMap({ $0.decl.as(VariableDeclSyntax.self) }) {
      var reader = ConstantReader()
      for constant in reader.read(variable) {
        let name = constant.literal.map { ($0.text, $0.range) }
        add(.relay, name ?? (constant.member, constant.memberRange), variable)
      }
    }
  }

  private mutating func add(
    _ kind: ModuleGraph.Node.Kind, _ name: Name, _ node: some SyntaxProtocol
  ) {
    declarations.append(
      FoundDeclaration(
        kind: kind, name: name.text, nameRange: name.range, range: node.trimmedOffsets,
        documentation: Documentation.text(of: node)))
  }

  // MARK: - Names

  /// Returns the name in an argument, or `nil` if its syntax does not show one.
  private static func name(in arguments: LabeledExprListSyntax, _ label: String) -> Name? {
    let argument =
      label == "_"
      ? arguments.first.flatMap { $0.label == nil ? $0 : nil }
      : arguments.first { $0.label?.text == label }
    guard let argument, let name = NameExpression.all(in: argument.expression).first else {
      return nil
    }
    // The priority of a task is a member that precedes its name.
    if label == "_", name.form == .member { return nil }
    // The name of a job is the last part of the name of its type.
    let text = name.form == .type ? name.text.split(separator: ".").last.map(String.init) : nil
    return (text ?? name.text, name.range)
  }

  private static func name(of declaration: DeclSyntax) -> Name? {
    declaration.asProtocol((any NamedDeclSyntax).self).map {
      ($0.name.identifier?.name ?? $0.name.text, $0.name.trimmedOffsets)
    }
  }
}

/// A declaration in a source, with the offsets of its bytes.
struct FoundDeclaration {
  let kind: ModuleGraph.Node.Kind
  let name: String
  let nameRange: Range<Int>
  let range: Range<Int>
  let documentation: String?
}

/// The documentation comment before a declaration.
enum Documentation {
  /// Returns the text without comment marks, or `nil` if there is no comment.
  static func text(of declaration: some SyntaxProtocol) -> String? {
    guard let first = declaration.firstToken(viewMode: .sourceAccurate) else { return nil }
    var lines: [Substring] = []
    for piece in first.leadingTrivia {
      switch piece {
      case .docLineComment(let text): lines.append(line(text))
      case .docBlockComment(let text): lines = block(text)
      // A comment does not belong to the declaration if another comment or an empty line separates
      // them.
      case .lineComment, .blockComment: lines = []
      case .newlines(let count) where count > 1: lines = []
      case .carriageReturnLineFeeds(let count) where count > 1: lines = []
      default: break
      }
    }
    let text = lines.joined(separator: "\n")
    return lines.isEmpty ? nil : text
  }

  /// Returns the text after `///` and the optional space.
  private static func line(_ text: String) -> Substring {
    let line = text.dropFirst(3)
    return line.first == " " ? line.dropFirst() : line
  }

  /// Returns the lines between `/**` and `*/`, without leading stars.
  private static func block(_ text: String) -> [Substring] {
    let inside = text.dropFirst(3).dropLast(text.hasSuffix("*/") ? 2 : 0)
    let lines = inside.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line -> Substring in
        let line = line.drop(while: \.isWhitespace)
        guard line.first == "*" else { return line }
        return line.dropFirst().first == " " ? line.dropFirst(2) : line.dropFirst()
      }
    let isEmpty = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    return Array(lines.drop(while: isEmpty).reversed().drop(while: isEmpty).reversed())
  }
}
