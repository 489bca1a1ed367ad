import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros
import ToolkitMacroExpansion

/// A class with `@KhalaModule`, as it was written.
struct RoutingClassSyntax {
  /// The kind of a type.
  enum Kind {
    case actor
    case `class`(globalActor: String?)

    var isActor: Bool {
      if case .actor = self { true } else { false }
    }

    var globalActor: String? {
      if case .class(let actor) = self { actor } else { nil }
    }
  }

  let typeName: String
  /// The host of the URLs of the class.
  let name: String
  let kind: Kind
  let exportsAll: Bool
  let isCached: Bool
  let functions: [RoutingFunction]
  /// The errors for single functions.
  ///
  /// Other functions are still read.
  let problems: [Diagnostic]

  let attribute: AttributeSyntax

  /// Reads a class.
  ///
  /// - Throws: An error if it cannot be a routing class.
  init(_ attribute: AttributeSyntax, on declaration: some DeclSyntaxProtocol) throws {
    self.attribute = attribute
    let declaration = DeclSyntax(declaration)
    let members: MemberBlockItemListSyntax
    let generics: GenericParameterClauseSyntax?
    let identifier: TokenSyntax
    if let type = declaration.as(ClassDeclSyntax.self) {
      kind = .class(globalActor: type.attributes.globalActor)
      (members, generics, identifier) =
        (type.memberBlock.members, type.genericParameterClause, type.name)
    } else if let type = declaration.as(ActorDeclSyntax.self) {
      kind = .actor
      (members, generics, identifier) =
        (type.memberBlock.members, type.genericParameterClause, type.name)
    } else {
      throw Self.wrongDeclaration(attribute, declaration)
    }
    typeName = identifier.trimmed.text
    if let generics {
      throw ExpansionError.error(
        """
        '\(typeName)' is generic, but a URL cannot name its types; apply '@KhalaModule' to a class \
        that is not generic
        """,
        id: "genericModule", at: generics)
    }
    let arguments = MacroArguments(of: attribute)
    let plainName = identifier.identifier?.name ?? typeName
    name = try Self.name(arguments.unlabeled(0, name: "name")) ?? plainName
    exportsAll =
      try arguments["exports"]?.choice(of: "KhalaExports", ["all", "marked"]) != "marked"
    isCached =
      try arguments["lifetime"]?.choice(of: "KhalaLifetime", ["cached", "perCall"]) != "perCall"
    let access = try Access(arguments["access"]) ?? .internal
    try Self.checkInitializers(of: typeName, isActor: kind.isActor, in: members)

    var reader = MemberReader(kind: kind, exportsAll: exportsAll, access: access)
    reader.read(members)
    reader.checkOverloads()
    functions = reader.functions
    problems = reader.problems
  }

  // MARK: Arguments

  private static func name(_ argument: MacroArgument?) throws -> String? {
    guard let argument, !argument.expression.is(NilLiteralExprSyntax.self) else { return nil }
    let name = try argument.string()
    let isHost = name.allSatisfy { character in
      !character.isWhitespace && !"/?#@:[]%\"\\<>^`{|}".contains(character)
    }
    guard !name.isEmpty, isHost else {
      throw ExpansionError.error(
        """
        '\(name)' cannot be the host of a URL, by which the class is called; write a name without \
        spaces, slashes and other punctuation of URLs
        """,
        id: "invalidModuleName", at: argument.expression)
    }
    return name
  }

  // MARK: What cannot be a routing class

  private static func wrongDeclaration(
    _ attribute: AttributeSyntax, _ declaration: DeclSyntax
  ) -> any Error {
    var fixIts: [FixIt] = []
    if let type = declaration.as(StructDeclSyntax.self) {
      fixIts = [
        Replacement.fixIt(of: type.structKeyword, by: "final class")
      ]
    } else if let type = declaration.as(EnumDeclSyntax.self),
      !type.memberBlock.members.contains(where: { $0.decl.is(EnumCaseDeclSyntax.self) })
    {
      fixIts = [
        Replacement.fixIt(of: type.enumKeyword, by: "final class")
      ]
    }
    let what =
      declaration.is(ExtensionDeclSyntax.self)
      ? "'@KhalaModule' belongs to the class itself, not to an extension of it"
      : "a routing class has one instance that its callers share, so '@KhalaModule' can only be "
        + "applied to a class or an actor"
    return ExpansionError.error(what, id: "moduleNotClass", at: attribute, fixIts: fixIts)
  }

  /// Throws an error for a class without an initializer that needs no arguments.
  ///
  /// If no initializers are written here, either one without parameters exists, or the compiler
  /// reports the property without a value.
  private static func checkInitializers(
    of type: String, isActor: Bool, in members: MemberBlockItemListSyntax
  ) throws {
    let initializers = members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
      .filter { !$0.modifiers.has(.convenience) || $0.needsNothing }
    guard let first = initializers.first, !initializers.contains(where: \.needsNothing) else {
      return
    }
    let reason =
      first.needsNoArguments
      ? "Khala creates the instance, but 'init' of '\(type)' may fail or suspend; write an "
        + "'init()' "
        + "that does neither"
      : "Khala creates the instance, and has no arguments for 'init' of '\(type)'; add an 'init()'"
    throw ExpansionError.error(
      reason, id: "moduleNeedsInit", at: first.initKeyword,
      fixIts: first.needsNoArguments ? [] : [Self.fixItAddingInitializer(before: first, isActor)])
  }

  /// Creates a fix-it that adds an initializer without parameters, which calls another one.
  private static func fixItAddingInitializer(
    before other: InitializerDeclSyntax, _ isActor: Bool
  ) -> FixIt {
    let arguments = other.signature.parameterClause.parameters
      .filter { $0.defaultValue == nil && $0.ellipsis == nil }
      .map { parameter in
        let label = parameter.firstName.trimmed.text
        let name = (parameter.secondName ?? parameter.firstName).trimmed.text
        return (label == "_" ? "" : "\(label): ") + "<#\(name)#>"
      }.joined(separator: ", ")
    return Marker.fixIt("add 'init()'", to: DeclSyntax(other)) { indentation in
      .unexpectedText(
        """
        \(isActor ? "" : "convenience ")init() {
        \(indentation)  self.init(\(arguments))
        \(indentation)}

        \(indentation)
        """)
    }
  }

  // MARK: Sendable

  /// Returns the visible reasons why an instance cannot be shared between threads.
  static func obstaclesToSharing(
    _ declaration: ClassDeclSyntax, _ attribute: AttributeSyntax
  ) -> [Diagnostic] {
    let name = declaration.name.text
    var obstacles: [Diagnostic] = []
    if !declaration.modifiers.has(.final), !isPlain(declaration) {
      let fixIt = Replacement.fixIt(
        "make the class final", adding: "final", before: declaration.classKeyword)
      obstacles +=
        ExpansionError.error(
          """
          one instance of '\(name)' is shared by all its callers, on every thread, and the compiler \
          finds state that changes in a superclass, a wrapper or another macro only if the class is \
          final: make it final, isolate it to '@MainActor', or create one for each call with \
          'lifetime: .perCall'
          """,
          id: "moduleNotFinal", at: declaration.name, fixIts: [fixIt]
        ).diagnostics
    }
    for member in declaration.memberBlock.members.allDeclarations {
      guard let variable = member.as(VariableDeclSyntax.self),
        variable.bindingSpecifier.tokenKind == .keyword(.var),
        variable.modifiers.typeModifier == nil,
        // Syntax does not show the effect of a property wrapper, a macro or an actor.
        variable.attributes.isEmpty,
        !variable.modifiers.contains(where: { $0.detail?.detail.text == "unsafe" })
      else { continue }
      for binding in variable.bindings where binding.isStored {
        let property = binding.pattern.trimmedDescription
        obstacles +=
          ExpansionError.error(
            """
            one instance of '\(name)' is shared by all its callers, on every thread, and \
            '\(property)' can change: make it a 'let', keep it in a 'Mutex', make the class an \
            'actor', isolate it to '@MainActor', or create one for each call with \
            'lifetime: .perCall'
            """,
            id: "moduleHasState", at: binding.pattern,
            fixIts: [
              Marker.fixIt(
                "isolate the class to '@MainActor'", to: DeclSyntax(declaration)
              ) { .unexpectedText("@MainActor\n\($0)") },
              Self.fixItForEachCall(attribute),
            ]
          ).diagnostics
      }
    }
    return obstacles
  }

  /// Returns whether syntax shows the whole state of a class.
  ///
  /// Khala creates only instances of exactly this class, so subclasses do not matter. The class
  /// must not inherit state.
  static func isPlain(_ declaration: ClassDeclSyntax) -> Bool {
    let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type.spelling) ?? []
    let known: Set = [
      "NSObject", "Foundation.NSObject", "KhalaProtocol", "Khala.KhalaProtocol",
    ]
    let attributes = declaration.attributes.compactMap {
      $0.as(AttributeSyntax.self)?.attributeName.spelling
    }
    return inherited.allSatisfy(known.contains)
      && Set(attributes).isSubset(of: ["KhalaModule", "Khala.KhalaModule", "available"])
      && declaration.memberBlock.members.allSatisfy { member in
        guard let variable = member.decl.as(VariableDeclSyntax.self) else {
          return !member.decl.is(IfConfigDeclSyntax.self)
        }
        return variable.modifiers.typeModifier != nil
          || !variable.bindings.contains { binding in
            let isKnown =
              variable.attributes.isEmpty && binding.pattern.is(IdentifierPatternSyntax.self)
            return binding.isStored && !isKnown
          }
      }
  }

  /// Returns the constants of each instance of a plain class.
  ///
  /// Their types must be `Sendable`.
  static func constants(of declaration: ClassDeclSyntax) -> [String] {
    declaration.memberBlock.members.flatMap { member -> [String] in
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        variable.bindingSpecifier.tokenKind == .keyword(.let),
        variable.modifiers.typeModifier == nil,
        !variable.modifiers.contains(where: { $0.detail?.detail.text == "unsafe" })
      else { return [] }
      return variable.bindings.compactMap {
        $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      }
    }
  }

  /// Creates a fix-it that adds `lifetime: .perCall`.
  private static func fixItForEachCall(_ attribute: AttributeSyntax) -> FixIt {
    let arguments =
      (attribute.arguments?.as(LabeledExprListSyntax.self) ?? [])
      .filter { $0.label?.text != "lifetime" }
      .map { $0.with(\.trailingComma, nil).trimmedDescription } + ["lifetime: .perCall"]
    let name = attribute.attributeName.trimmedDescription
    return Replacement.replacing(
      attribute, by: "@\(name)(\(arguments.joined(separator: ", ")))",
      message: "create an instance for each call")
  }
}

extension InitializerDeclSyntax {
  /// A Boolean value that indicates whether the initializer can be called without arguments.
  var needsNoArguments: Bool {
    genericParameterClause == nil
      && signature.parameterClause.parameters.allSatisfy {
        $0.defaultValue != nil || $0.ellipsis != nil
      }
  }

  /// A Boolean value that indicates whether such a call returns an instance without `await`, `try`
  /// or unwrapping.
  var needsNothing: Bool {
    needsNoArguments && optionalMark == nil && signature.effectSpecifiers == nil
  }
}

extension PatternBindingSyntax {
  /// A Boolean value that indicates whether the property is stored.
  var isStored: Bool {
    switch accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let accessors):
      accessors.allSatisfy {
        [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
      }
    @unknown default: false
    }
  }
}

extension MemberBlockItemListSyntax {
  /// The members, including members inside `#if`.
  var allDeclarations: [DeclSyntax] {
    flatMap { member -> [DeclSyntax] in
      guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
      return conditional.clauses.flatMap { clause -> [DeclSyntax] in
        guard case .decls(let members)? = clause.elements else { return [] }
        return members.allDeclarations
      }
    }
  }
}
