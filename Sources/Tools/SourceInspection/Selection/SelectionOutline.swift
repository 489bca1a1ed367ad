import SwiftParser
import SwiftSyntax

/// The facts about a source that decide about tests and that the compiler's index does not have.
struct SelectionOutline: Sendable, Equatable {
  /// A declaration with the text of its header.
  struct Header: Sendable, Hashable {
    /// The names under which others refer to it: its own, or the type around it.
    var name: String
    var text: String
  }

  var tests: [FileGraph.Test] = []
  /// The modules that the traits `.module("Name")` of the tests name.
  var modulesOfTests: Set<String> = []
  /// A Boolean value that indicates whether a test has no such trait.
  var hasTestsOfAllModules = false
  /// The names of extended types that get a conformance or a member that the compiler calls.
  var extendedTypes: Set<String> = []
  var macroTypes: [String] = []
  /// All declarations at the top level and in types.
  var headers: [Header] = []

  init(_ text: String) {
    self = ParsedSource.onDeepStack {
      var outline = Self()
      outline.read(Parser.parse(source: text).statements.map { Syntax($0.item) }, in: [])
      return outline
    }
  }

  init() {}

  private mutating func read(_ members: [Syntax], in types: [String]) {
    for member in members {
      switch member.as(SyntaxEnum.self) {
      case .structDecl(let type): read(type, named: type.name.text, in: types)
      case .classDecl(let type): read(type, named: type.name.text, in: types)
      case .enumDecl(let type): read(type, named: type.name.text, in: types)
      case .actorDecl(let type): read(type, named: type.name.text, in: types)
      case .protocolDecl(let type): read(type, named: type.name.text, in: types)
      case .extensionDecl(let type): read(type)
      case .ifConfigDecl(let condition): read(condition, in: types)
      case .functionDecl(let function): read(function, in: types)
      case .macroDecl(let macro): read(macro)
      default:
        if let declaration = member.as(DeclSyntax.self) {
          add(declaration, named: types.last ?? Self.names(of: declaration), in: types)
        }
      }
    }
  }

  private mutating func read(
    _ type: some DeclGroupSyntax, named name: String, in types: [String]
  ) {
    headers.append(Header(name: name, text: Self.header(of: type)))
    read(type.memberBlock.members.map { Syntax($0.decl) }, in: types + [name])
  }

  private mutating func read(_ type: ExtensionDeclSyntax) {
    let path = type.extendedType.trimmedDescription.split(separator: ".").map(String.init)
    let name = path.last.map { String($0.prefix { $0 != "<" }) } ?? ""
    headers.append(Header(name: name, text: Self.header(of: type)))
    let members = type.memberBlock.members.map { Syntax($0.decl) }
    if type.inheritanceClause != nil || members.contains(where: Self.isCalledByCompiler) {
      extendedTypes.insert(name)
    }
    read(members, in: path)
  }

  private mutating func read(_ condition: IfConfigDeclSyntax, in types: [String]) {
    for clause in condition.clauses {
      switch clause.elements {
      case .statements(let items): read(items.map { Syntax($0.item) }, in: types)
      case .decls(let members): read(members.map { Syntax($0.decl) }, in: types)
      default: break
      }
    }
  }

  private mutating func read(_ function: FunctionDeclSyntax, in types: [String]) {
    let name = function.name.text
    add(DeclSyntax(function), named: types.last ?? name, in: types)
    let isTest = function.attributes.contains { attribute in
      let name = attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription
      return name == "Test" || name == "Testing.Test"
    }
    if isTest || !types.isEmpty && name.hasPrefix("test") {
      let labels = function.signature.parameterClause.parameters.map { $0.firstName.text + ":" }
      tests.append(FileGraph.Test(types, name, labels: labels.joined()))
      let modules = Self.modules(of: Syntax(function))
      modulesOfTests.formUnion(modules)
      if modules.isEmpty { hasTestsOfAllModules = true }
    }
  }

  /// Returns the modules in the traits of a test and of the suites around it.
  ///
  /// A trait that also includes other modules has a second argument, and does not count.
  private static func modules(of test: Syntax) -> Set<String> {
    var modules: Set<String> = []
    for syntax in sequence(first: test, next: \.parent) {
      for attribute in syntax.asProtocol((any WithAttributesSyntax).self)?.attributes ?? [] {
        guard let attribute = attribute.as(AttributeSyntax.self),
          ["Suite", "Test"].contains(attribute.attributeName.trimmedDescription),
          case .argumentList(let arguments)? = attribute.arguments
        else { continue }
        for argument in arguments {
          guard let call = argument.expression.as(FunctionCallExprSyntax.self),
            call.calledExpression.trimmedDescription == ".module", call.arguments.count == 1,
            let module = call.arguments.first?.expression.as(StringLiteralExprSyntax.self)?
              .representedLiteralValue
          else { continue }
          modules.insert(module)
        }
      }
    }
    return modules
  }

  private mutating func read(_ macro: MacroDeclSyntax) {
    headers.append(Header(name: macro.name.text, text: macro.trimmedDescription))
    guard let expansion = macro.definition?.value.as(MacroExpansionExprSyntax.self),
      expansion.macroName.text == "externalMacro",
      let type = expansion.arguments.first(where: { $0.label?.text == "type" })?.expression
        .as(StringLiteralExprSyntax.self)?.representedLiteralValue
    else { return }
    macroTypes.append(type)
  }

  private mutating func add(_ declaration: DeclSyntax, named name: String, in types: [String]) {
    headers.append(
      Header(
        name: name, text: types.joined(separator: ".") + " " + Self.header(of: declaration)))
  }

  /// Returns the names that a declaration outside types introduces.
  private static func names(of declaration: DeclSyntax) -> String {
    if let variable = declaration.as(VariableDeclSyntax.self) {
      return variable.bindings.first?.pattern.trimmedDescription ?? ""
    }
    if let alias = declaration.as(TypeAliasDeclSyntax.self) { return alias.name.text }
    return ""
  }

  /// Returns the text of a declaration without its body and value, with single spaces.
  private static func header(of declaration: some SyntaxProtocol) -> String {
    let syntax = Syntax(declaration)
    if let function = syntax.as(FunctionDeclSyntax.self) {
      return words(of: function.with(\.body, nil)).joined(separator: " ")
    }
    if let initializer = syntax.as(InitializerDeclSyntax.self) {
      return words(of: initializer.with(\.body, nil)).joined(separator: " ")
    }
    let words = words(of: declaration)
    let end = words.firstIndex { $0 == "{" || $0 == "=" } ?? words.endIndex
    return words[..<end].joined(separator: " ")
  }

  private static func words(of syntax: some SyntaxProtocol) -> [String] {
    syntax.tokens(viewMode: .sourceAccurate).map(\.text)
  }

  /// Returns whether a text may contain an extension with a conformance or such a member.
  ///
  /// Most files with an extension have none, and parsing them all takes longer than the rest.
  static func mayExtendImplicitly(_ text: String) -> Bool {
    let words = [
      "Literal", "stringInterpolation", "dynamicMember", "appendInterpolation", "callAsFunction",
      "makeIterator", "func next", "func ~=", "func build", "wrappedValue", "projectedValue",
    ]
    let headers = text.utf8
      .split(separator: "extension ".utf8, omittingEmptySubsequences: false).dropFirst()
      .map { $0.prefix { $0 != 0x7B } }
    return headers.contains { $0.contains(0x3A) } || words.contains { text.utf8.contains($0.utf8) }
  }

  /// Returns whether a member may be called by code that does not name it.
  private static func isCalledByCompiler(_ member: Syntax) -> Bool {
    if let subscripting = member.as(SubscriptDeclSyntax.self) {
      return subscripting.parameterClause.parameters.first?.firstName.text == "dynamicMember"
    }
    if let initializer = member.as(InitializerDeclSyntax.self) {
      let label = initializer.signature.parameterClause.parameters.first?.firstName.text ?? ""
      return label.hasSuffix("Literal") || label == "stringInterpolation"
    }
    if let function = member.as(FunctionDeclSyntax.self) {
      let name = function.name.text
      return ["appendInterpolation", "callAsFunction", "makeIterator", "next", "~="].contains(name)
        || name.hasPrefix("build")
    }
    guard let variable = member.as(VariableDeclSyntax.self) else { return false }
    return variable.bindings.contains {
      ["wrappedValue", "projectedValue"].contains($0.pattern.trimmedDescription)
    }
  }
}

extension SelectionOutline {
  /// Returns the names of the declarations in an earlier text that a text has lost or changed.
  static func namesLost(from earlier: String, in text: String) -> Set<String> {
    var counts: [Header: Int] = [:]
    for header in Self(text).headers { counts[header, default: 0] += 1 }
    var lost: Set<String> = []
    for header in Self(earlier).headers {
      counts[header, default: 0] -= 1
      if counts[header, default: 0] < 0 { lost.insert(header.name) }
    }
    return lost
  }

  /// Returns the programs whose names are the last component of a path in a text.
  ///
  /// A test starts a program by its name, which the references in the index do not show.
  static func programs(namedIn text: String, among names: Set<String>) -> [String] {
    var found: Set<String> = []
    for line in text.utf8.split(separator: 0x0A) where line.contains(0x22) {
      for literal in line.split(separator: 0x22) {
        for word in literal.split(whereSeparator: { $0 == 0x20 || $0 == 0x27 || $0 == 0x5C }) {
          let start = word.lastIndex(of: 0x2F).map(word.index(after:)) ?? word.startIndex
          let name = String(Substring(word[start...]))
          if names.contains(name) { found.insert(name) }
        }
      }
    }
    return found.sorted()
  }
}
