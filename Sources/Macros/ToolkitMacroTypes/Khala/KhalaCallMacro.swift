import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros
public import ToolkitMacroExpansion

/// Expands `@KhalaCall`: the body of a function that calls a route, a record of the expected route,
/// and a function that creates a stub.
public struct KhalaCallMacro: LaidOutMacro {}

extension KhalaCallMacro: BodyMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) throws -> [CodeBlockItemSyntax] {
    // Errors are reported by the macro that creates the record. Without a body, the compiler would
    // report another error in addition.
    guard let contract = try? KhalaContract(node, on: declaration) else {
      return ["fatalError()"]
    }
    return [contract.body]
  }
}

extension KhalaCallMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let contract = try KhalaContract(node, on: declaration)
    try contract.checkIsStatic(in: context.lexicalContext)
    let stub = contract.stub(in: context.lexicalContext)
    return try contract.record(in: context.lexicalContext)
      .declarations(for: node, in: context) + [stub].compactMap(\.self)
  }
}

/// A function with `@KhalaCall`, as it was written.
private struct KhalaContract {
  let function: FunctionDeclSyntax
  let url: String
  let parameters: [RoutingParameter]
  /// The parameters with the source location of the caller, whose default values are `#fileID` and
  /// `#line`, and the labels of their arguments.
  let location: [(label: String, variable: String)]
  let isAsync: Bool
  /// The type of the errors, or `nil` for any error.
  let failure: TypeSyntax?
  /// The type of the result, or `nil` if the function returns nothing.
  let result: TypeSyntax?

  init(_ attribute: AttributeSyntax, on declaration: some DeclSyntaxProtocol) throws {
    guard let function = declaration.as(FunctionDeclSyntax.self) else {
      throw ExpansionError.error(
        "'@KhalaCall' is for functions: it writes a body that calls a route",
        id: "callNotFunction", at: attribute)
    }
    self.function = function
    let arguments = MacroArguments(of: attribute)
    url = try Self.url(arguments.required(arguments.unlabeled(0, name: "url"), name: "url"))
    if let body = function.body {
      throw ExpansionError.error(
        "'@KhalaCall' writes the body of '\(function.name.text)'; remove this one",
        id: "callHasBody", at: body, fixIts: [Replacement.removing(body)])
    }
    if let generics = function.genericParameterClause {
      throw ExpansionError.error(
        """
        '\(function.name.text)' is generic, but a route has one type for each of its parameters; \
        write concrete types
        """,
        id: "genericCall", at: generics)
    }
    let signature = function.signature
    guard signature.effectSpecifiers?.throwsClause != nil else {
      throw ExpansionError.error(
        """
        '\(function.name.text)' must be able to throw: the program may lack this route, or the \
        result may have another type
        """,
        id: "callDoesNotThrow", at: function.name,
        fixIts: [Replacement.addingThrows(to: function)])
    }
    let failure = signature.effectSpecifiers?.throwsClause?.type
    self.failure =
      ["anyError", "Error", "anySwift.Error"].contains(failure?.spelling) ? nil : failure?.trimmed
    if let failure, failure.spelling == "Never" {
      throw ExpansionError.error(
        "a call may fail; write 'throws' without a type", id: "callThrowsNever", at: failure)
    }
    isAsync = signature.effectSpecifiers?.asyncSpecifier != nil
    let returned = signature.returnClause?.type
    result =
      returned.map { ["Void", "()", "Swift.Void"].contains($0.spelling) } == true
      ? nil : returned?.trimmed
    let refusal = { (reason: String, place: Syntax) -> any Error in
      ExpansionError.error(
        "'\(function.name.text)' \(reason), which a route cannot", id: "callParameter", at: place)
    }
    let all = signature.parameterClause.parameters
    location = all.compactMap { parameter in
      Self.locationLabel(of: parameter).map { ($0, parameter.variable) }
    }
    // Filtering the list itself would separate its elements from the source.
    parameters = try all.compactMap {
      Self.locationLabel(of: $0) == nil ? try RoutingParameter($0, refusal: refusal) : nil
    }
    try parameters.check(refusal)
  }

  /// Returns the argument label for a parameter with the caller's source location, or `nil` for
  /// other parameters.
  private static func locationLabel(of parameter: FunctionParameterSyntax) -> String? {
    switch parameter.defaultValue?.value.as(MacroExpansionExprSyntax.self)?.macroName.text {
    case "fileID": "fileID"
    case "line": "line"
    default: nil
    }
  }

  /// Reads the URL, which consists of a scheme, a host, and a path.
  private static func url(_ argument: MacroArgument) throws -> String {
    let url = try argument.string()
    func refusal(_ message: String, _ fixIts: [FixIt] = []) -> any Error {
      ExpansionError.error(message, id: "invalidCallURL", at: argument.expression, fixIts: fixIts)
    }
    if let query = url.firstIndex(where: { $0 == "?" || $0 == "#" }) {
      throw refusal(
        "the values of a call are the function's parameters; remove '\(url[query...])'",
        [
          Replacement.fixIt(
            of: argument.expression,
            by: ExprSyntax(StringLiteralExprSyntax(content: String(url[..<query]))))
        ])
    }
    if url.contains(" ") {
      let escaped = url.replacing(" ", with: "%20")
      throw refusal(
        "a space is not allowed in a URL: escape it as '%20'",
        [
          Replacement.fixIt(
            of: argument.expression, by: ExprSyntax(StringLiteralExprSyntax(content: escaped)))
        ])
    }
    guard let match = url.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\/[^\/]+\/.+/),
      !match.output.contains(where: { $0.isWhitespace || "{}".contains($0) })
    else {
      throw refusal(
        "'\(url)' is not a URL of a route: write a scheme, a class and a function, as in "
          + "\"kl://AModule/server\"")
    }
    return url
  }

  // MARK: Writing

  /// The call, with the values by name, the dictionary and the closures.
  var body: CodeBlockItemSyntax {
    var arguments = ["\(ExprSyntax(StringLiteralExprSyntax(content: url)))"]
    arguments.append(
      "[\(parameters.values.map { "(\($0.name.asLiteral), \($0.variable))" }.joined(separator: ", "))]"
    )
    if let info = parameters.infos.first { arguments.append("info: \(info.variable)") }
    let closures = parameters.closures
    if !closures.isEmpty {
      arguments.append("closures: [\(closures.map(\.variable).joined(separator: ", "))]")
    }
    arguments.append("as: \(metatype(result)).self")
    if let failure { arguments.append("throwing: \(metatype(failure)).self") }
    arguments += ["fileID", "line"].compactMap { label in
      location.first { $0.label == label }.map { "\(label): \($0.variable)" }
    }
    let call = isAsync ? "try await Khala::Khala.__callAsync" : "try Khala::Khala.__call"
    return "return \(raw: call)(\(raw: arguments.joined(separator: ", ")))"
  }

  private func metatype(_ type: TypeSyntax?) -> String {
    guard let type else { return "Swift::Void" }
    return type.is(IdentifierTypeSyntax.self) ? "\(type.trimmed)" : "(\(type.trimmed))"
  }

  /// Returns the record of the contract.
  ///
  /// `surroundings` are the enclosing declarations, with the innermost first.
  func record(in surroundings: [Syntax]) -> RecordDeclaration {
    let closures = parameters.closures
    let schema = ContractSchema(
      parameters: parameters.values.map { value in
        ContractSchema.Parameter(
          name: value.name, type: value.type.oneLine, isOptional: value.type.unwrapped != nil)
      },
      function: function.name.identifier?.name ?? function.name.text,
      isolation: isolation(in: surroundings), givesInfo: !parameters.infos.isEmpty,
      closureCount: closures.count, isAsync: isAsync, result: result?.oneLine)
    let types = parameters.values.map { "(\($0.name.asLiteral), \(metatype($0.type)).self)" }
    return RecordDeclaration(
      kind: .contract, key: url, flags: isAsync ? .asynchronous : [], schema: schema,
      accessorText: """
        return unsafe Khala::__KhalaRecord.contract(__out, __type, \(url.asLiteral), \
        [\(types.joined(separator: ", "))], closures: \(closures.count), \
        result: \(metatype(result)).self, isAsync: \(isAsync))
        """)
  }
}

extension KhalaContract {
  /// Throws an error for an instance method of `KhalaStore`, because this type has no instances.
  fileprivate func checkIsStatic(in surroundings: [Syntax]) throws {
    let extended = surroundings.first?.as(ExtensionDeclSyntax.self)?.extendedType.spelling
    guard ["KhalaStore", "Khala.KhalaStore"].contains(extended),
      function.modifiers.typeModifier == nil
    else { return }
    throw ExpansionError.error(
      """
      '\(function.name.text)' must be static: a contract is called on 'KhalaStore' itself, which \
      has no instances
      """,
      id: "contractNotStatic", at: function.name,
      fixIts: [
        Replacement.fixIt("make it static", adding: "static", before: function.funcKeyword)
      ])
  }

  /// Returns the isolation of the function: the name of a global actor, `actor` for a member of an
  /// actor, or `nonisolated`.
  ///
  /// - Returns: `nil` if the syntax does not show the isolation, because it is inherited from a
  ///   superclass, a protocol or the declaration of an extended type, or is the default of the
  ///   module.
  fileprivate func isolation(in surroundings: [Syntax]) -> String? {
    if function.modifiers.contains(where: { $0.name.tokenKind == .keyword(.nonisolated) }) {
      return "nonisolated"
    }
    if let actor = function.attributes.globalActor { return actor }
    guard let surrounding = surroundings.first else { return "nonisolated" }
    guard let type = surrounding.asProtocol((any DeclGroupSyntax).self) else { return nil }
    if let actor = type.attributes.globalActor { return actor }
    switch surrounding.kind {
    case .actorDecl: return function.modifiers.typeModifier == nil ? "actor" : "nonisolated"
    case .extensionDecl:
      let extended = surrounding.cast(ExtensionDeclSyntax.self).extendedType.spelling
      return ["KhalaStore", "Khala.KhalaStore"].contains(extended) ? "nonisolated" : nil
    default: return type.inheritanceClause == nil ? "nonisolated" : nil
    }
  }
}

// The stub for tests.
extension KhalaContract {
  /// Returns a function with the contract's name that creates a stub, or `nil` if the contract takes
  /// closures or all values, or needs an instance.
  ///
  /// The function is internal, so that only tests see it, with `@testable import`. A release build
  /// removes it, because nothing else can call it.
  ///
  /// Rejected:
  /// * A type with a settable property for each function of a contract. A macro for one function
  ///   cannot see the others.
  /// * A public function behind `@_spi`. Its signature names `KhalaStub`, so modules with
  ///   `InternalImportsByDefault` would have to import Khala publicly.
  fileprivate func stub(in surroundings: [Syntax]) -> DeclSyntax? {
    guard parameters.infos.isEmpty, parameters.closures.isEmpty,
      surroundings.isEmpty || function.modifiers.typeModifier != nil
    else { return nil }
    let values = parameters.values
    let types = values.map { "\($0.type.trimmed)" }
    let arguments = values.map { "try arguments.value(\($0.name.asLiteral))" }
    let given = values.count == 1 ? ["$0"] : values.indices.map { "$0.\($0)" }
    let effects = "\(isAsync ? "async " : "")throws\(failure.map { "(\($0))" } ?? "")"
    let answer = values.count == 1 ? "answer" : nil
    let call = isAsync ? "try await" : "try"
    return """
      \(raw: availability)\(raw: accessOfStub(in: surroundings))nonisolated \
      \(raw: surroundings.isEmpty ? "" : "static ")func \(function.name.trimmed)(
        stub answer: @escaping @Sendable (\(raw: types.joined(separator: ", "))) \
      \(raw: effects) -> \(raw: result.map { "\($0)" } ?? "Swift::Void"),
        fileID: Swift::String = #fileID, line: Swift::Int = #line
      ) -> Khala::KhalaStub<(\(raw: types.joined(separator: ", ")))> {
        return Khala::KhalaStub(
          __url: \(raw: url.asLiteral), fileID: fileID, line: line,
          arguments: { \(raw: values.isEmpty ? "_" : "arguments") in \
      (\(raw: arguments.joined(separator: ", "))) },
          \(raw: isAsync ? "asyncAnswer" : "answer"): \
      \(raw: answer ?? "{ \(values.isEmpty ? "_ in " : "")\(call) answer(\(given.joined(separator: ", "))) }"))
      }
      """
  }

  /// The availability of the contract, which its types may need.
  private var availability: String {
    function.attributes.compactMap { element in
      guard case .attribute(let attribute) = element,
        attribute.attributeName.trimmedDescription == "available"
      else { return nil }
      return "\(attribute.trimmed)\n"
    }.joined()
  }

  /// Returns the access level of the stub: internal, or less if the contract has less.
  private func accessOfStub(in surroundings: [Syntax]) -> String {
    let wide: Set = ["public", "package", "open"]
    let surrounding = surroundings.first?.as(ExtensionDeclSyntax.self)?.modifiers
    let own = function.modifiers.map(\.name.text)
    if let narrow = own.first(where: { ["private", "fileprivate"].contains($0) }) {
      return "\(narrow) "
    }
    let isWide = (own + (surrounding?.map(\.name.text) ?? [])).contains(where: wide.contains)
    return isWide ? "internal " : ""
  }
}

extension RoutingParameter {
  /// The name of the parameter inside its function.
  fileprivate var variable: String { syntax.variable }
}

extension FunctionParameterSyntax {
  /// The name of the parameter inside its function.
  fileprivate var variable: String { (secondName ?? firstName).trimmed.text }
}
