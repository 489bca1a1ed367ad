import ModuleGraph
import SwiftSyntax

/// Reads the names in the arguments of calls, macros and attributes.
struct NameReader {
  private(set) var names: [FoundName] = []
  /// The offsets at which names begin that have been read.
  private var known: Set<Int> = []

  /// Leaves out the text of a constant, which is no use of it.
  mutating func leaveOut(_ literal: LiteralText) {
    known.insert(literal.range.lowerBound)
  }

  /// Reads the value of a variable whose type is one of names.
  mutating func read(_ variable: VariableDeclSyntax) {
    for binding in variable.bindings {
      guard let type = binding.typeAnnotation?.type, let value = binding.initializer?.value,
        let role = ConstantType(type)?.role
      else { continue }
      add(value, role, .names, Use())
    }
  }

  mutating func read(_ call: FunctionCallExprSyntax) {
    guard let callee = Callee(call.calledExpression) else { return }
    read(call.arguments, of: callee, NameRules.all, Use(call: call))
  }

  /// Reads the arguments of a macro, such as `#bridge`.
  mutating func read(macro name: TokenSyntax, _ arguments: LabeledExprListSyntax) {
    read(
      arguments, of: Callee(spelled: "#\(name.text)"), NameRules.all, Use(isInDeclaration: true))
  }

  mutating func read(_ attribute: AttributeSyntax) {
    guard let name = attribute.attributeName.lastName,
      case .argumentList(let arguments)? = attribute.arguments
    else { return }
    read(arguments, of: Callee(spelled: "@\(name)"), NameRules.all, Use(isInDeclaration: true))
  }

  /// The surroundings of the arguments.
  private struct Use {
    var call: FunctionCallExprSyntax?
    var isInDeclaration = false
    /// The verb of all names, in place of that of a rule.
    var verb: ModuleGraph.Edge.Kind?
  }

  private mutating func read(
    _ arguments: LabeledExprListSyntax, of callee: Callee, _ rules: [String: [NameRule]], _ use: Use
  ) {
    guard let rules = rules[callee.name]?.filter(callee.matches), !rules.isEmpty else { return }
    var label = "_"
    for (number, argument) in arguments.enumerated() {
      let isLabelled = argument.label != nil
      if let text = argument.label?.text { label = text }
      let isFirst = isLabelled || number == 0
      for rule in rules where rule.label == label && (isFirst || rule.isVariadic) {
        read(argument.expression, rule.meaning, use)
      }
      // Traits may follow arguments with labels.
      guard !isLabelled, label != "_" else { continue }
      for rule in rules where rule.label == "_" && rule.isVariadic {
        read(argument.expression, rule.meaning, use)
      }
    }
  }

  private mutating func read(_ expression: ExprSyntax, _ meaning: NameRule.Meaning, _ use: Use) {
    switch meaning {
    case .name(let role, let verb): add(expression, role, use.verb ?? verb, use)
    case .relay: add(expression, .relay, RelayVerb.verb(of: use.call), use)
    case .wireEnd(let verb):
      var use = use
      use.verb = verb
      if !readParts(of: expression, NameRules.wireEnds, use) { add(expression, .event, verb, use) }
    case .schedule: readParts(of: expression, NameRules.scheduleEnds, use)
    case .trait: readParts(of: expression, NameRules.traits, use)
    }
  }

  /// Reads calls such as `.relay(.wind)`, by themselves or in a list.
  ///
  /// - Returns: Whether the expression has some.
  @discardableResult
  private mutating func readParts(
    of expression: ExprSyntax, _ rules: [String: [NameRule]], _ use: Use
  ) -> Bool {
    let expression = expression.as(TryExprSyntax.self)?.expression ?? expression
    if let list = expression.as(ArrayExprSyntax.self) {
      for element in list.elements {
        // Lists are not nested.
        if let call = element.expression.as(FunctionCallExprSyntax.self) {
          readPart(call, rules, use)
        }
      }
      return true
    }
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return false }
    return readPart(call, rules, use)
  }

  @discardableResult
  private mutating func readPart(
    _ call: FunctionCallExprSyntax, _ rules: [String: [NameRule]], _ use: Use
  ) -> Bool {
    guard let callee = Callee(call.calledExpression), rules[callee.name] != nil else {
      return false
    }
    read(call.arguments, of: callee, rules, use)
    return true
  }

  private mutating func add(
    _ expression: ExprSyntax, _ role: NameRole, _ verb: ModuleGraph.Edge.Kind, _ use: Use
  ) {
    for name in NameExpression.all(in: expression) where role.canBe(name.form) {
      guard known.insert(name.range.lowerBound).inserted else { continue }
      names.append(
        FoundName(
          role: role, form: name.form, text: name.text, range: name.range, verb: verb,
          isInDeclaration: use.isInDeclaration))
    }
  }
}

extension NameRole {
  /// Returns whether a name of this role can have a form; the priority of a task, say, is
  /// a member before its name.
  fileprivate func canBe(_ form: SourceName.Form) -> Bool {
    switch (self, form) {
    case (_, .literal): true
    case (.event, .member), (.taskEvent, .member), (.relay, .member), (.notification, .member):
      true
    case (.task, .type), (.job, .type): true
    default: false
    }
  }
}

extension TypeSyntax {
  /// The last name of a type that is nothing but names: `Route` of `Khala.Route`.
  var lastName: String? {
    if let identifier = self.as(IdentifierTypeSyntax.self) { return identifier.name.text }
    return self.as(MemberTypeSyntax.self)?.name.text
  }
}
