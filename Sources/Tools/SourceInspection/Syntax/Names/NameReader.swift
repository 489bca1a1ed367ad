import ModuleGraph
import SwiftSyntax

/// Finds the names in the arguments of calls, macros and attributes.
struct NameReader {
  private(set) var names: [FoundName] = []
  /// The offsets of names that have already been read.
  private var known: Set<Int> = []

  /// Ignores the text of a constant, which is not a use of it.
  mutating func leaveOut(_ literal: LiteralText) {
    known.insert(literal.range.lowerBound)
  }

  /// Reads the value of a variable whose type represents names.
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

  /// Reads the function of a contract: `KhalaStore.find`, in a call or alone.
  mutating func read(_ member: MemberAccessExprSyntax) {
    let base = member.base
    let type =
      base?.as(DeclReferenceExprSyntax.self)?.baseName
      ?? base?.as(MemberAccessExprSyntax.self)?.declName.baseName
    guard type?.text == "KhalaStore", let name = NameExpression(member: member.declName.baseName)
    else { return }
    let call = member.parent?.as(FunctionCallExprSyntax.self)
    let isCall = call?.calledExpression.id == ExprSyntax(member).id
    add(name, .url, isCall ? .calls : .names, Use())
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

  /// The context of the arguments.
  private struct Use {
    var call: FunctionCallExprSyntax?
    var isInDeclaration = false
    /// The verb of all names, which replaces the verb of a rule.
    var verb: ModuleGraph.Edge.Kind?
  }

  private mutating func read(
    _ arguments: LabeledExprListSyntax, of callee: Callee, _ rules: [String: [NameRule]], _ use: Use
  ) {
    guard let rules = rules[callee.name]?.filter(callee.matches), !rules.isEmpty else { return }
    var label = "_"
    for (number, argument) in arguments.enumerated() {
      let isLabeled = argument.label != nil
      if let text = argument.label?.text { label = text }
      let isFirst = isLabeled || number == 0
      for rule in rules where rule.label == label && (isFirst || rule.isVariadic) {
        read(argument.expression, rule.meaning, use)
      }
      // Traits may follow arguments with labels.
      guard !isLabeled, label != "_" else { continue }
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

  /// Reads calls such as `.relay(.wind)`, alone or in a list.
  ///
  /// - Returns: `true` if the expression contains such calls.
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
    let isAwaited = use.call?.isAwaited == true
    // The call `context.result(of:)`: a job waits for the result of a step, and a task has the
    // results of its dependencies already.
    if role == .step, verb == .names, !isAwaited { return }
    let readsResult = role == .task && verb == .reads
    if readsResult, isAwaited { return }
    for name in NameExpression.all(in: expression) where role.canBe(name.form) {
      // The compiler checks types.
      if readsResult, name.form != .literal { continue }
      add(name, role, verb, use)
    }
  }

  private mutating func add(
    _ name: NameExpression, _ role: NameRole, _ verb: ModuleGraph.Edge.Kind, _ use: Use
  ) {
    guard known.insert(name.range.lowerBound).inserted else { return }
    names.append(
      FoundName(
        role: role, form: name.form, text: name.text, range: name.range, verb: verb,
        isInDeclaration: use.isInDeclaration))
  }
}

extension NameRole {
  /// Returns whether a name of this role can have a form.
  ///
  /// For example, a member before the name of a task is not its name, but its priority.
  fileprivate func canBe(_ form: SourceName.Form) -> Bool {
    switch (self, form) {
    case (_, .literal): true
    case (.event, .member), (.taskEvent, .member), (.relay, .member), (.notification, .member):
      true
    case (.task, .type), (.job, .type), (.step, .type): true
    default: false
    }
  }
}

extension FunctionCallExprSyntax {
  /// A Boolean value that indicates whether the call follows `await`.
  fileprivate var isAwaited: Bool {
    var node = Syntax(self)
    while let parent = node.parent, parent.is(ExprSyntax.self), !parent.is(ClosureExprSyntax.self) {
      if parent.is(AwaitExprSyntax.self) { return true }
      node = parent
    }
    return false
  }
}

extension TypeSyntax {
  /// The last part of a type that consists only of names: `Route` of `Khala.Route`.
  var lastName: String? {
    if let identifier = self.as(IdentifierTypeSyntax.self) { return identifier.name.text }
    return self.as(MemberTypeSyntax.self)?.name.text
  }
}

/// A name in a source, with the offsets of its bytes.
struct FoundName {
  let role: NameRole
  let form: SourceName.Form
  let text: String
  let range: Range<Int>
  let verb: ModuleGraph.Edge.Kind
  let isInDeclaration: Bool
}

/// The verbs of code that accesses a relay by its key.
enum RelayVerb {
  /// The methods that change the value.
  private static let setters: Set<String> = ["set", "modify"]

  /// Returns the verb of a call such as `SharedRelay.of(.wind)`, which the surrounding code
  /// determines.
  static func verb(of call: FunctionCallExprSyntax?) -> ModuleGraph.Edge.Kind {
    guard let call else { return .names }
    var node = Syntax(call)
    while let parent = node.parent,
      parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
    {
      node = parent
    }
    if let member = node.parent?.as(MemberAccessExprSyntax.self) {
      return setters.contains(member.declName.baseName.text) ? .sets : .reads
    }
    return node.parent?.as(LabeledExprSyntax.self).map(verb) ?? .names
  }

  /// Returns the verb of an argument: of `relayUniqueValue(to:)`, of `mergeRelays`.
  private static func verb(of argument: LabeledExprSyntax) -> ModuleGraph.Edge.Kind {
    guard let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      let callee = Callee(call.calledExpression)
    else { return .names }
    if argument.label?.text == "to", callee.name.hasPrefix("relay") { return .sets }
    return callee.name.hasSuffix("Relays") ? .reads : .names
  }
}

/// The rule for an argument of a function, a macro or an attribute that contains a name.
struct NameRule: Sendable {
  /// The interpretation of the argument.
  enum Meaning: Sendable {
    case name(NameRole, ModuleGraph.Edge.Kind)
    /// A key.
    ///
    /// The use of the relay in the code determines the verb.
    case relay
    /// An end of a wire, such as `.relay(.wind)`, or an event alone.
    case wireEnd(ModuleGraph.Edge.Kind)
    /// A schedule, such as `.daily(at: "03:00")`.
    case schedule
    /// A trait of a task, such as `.before(.deskIsReady)`.
    case trait
  }

  /// The name of the function, or the macro or attribute with its sign.
  let name: String
  /// The type before the dot.
  ///
  /// It is empty if any type matches, and `nil` without a dot.
  let base: String?
  /// The label of the argument.
  ///
  /// `_` means the first argument without a label.
  let label: String
  /// A Boolean value that indicates whether arguments without a label may follow, or precede.
  let isVariadic: Bool
  let meaning: Meaning

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - callee: The function, macro or attribute, in the spelling of ``NameRules``.
  ///   - label: The label, followed by `…` if the argument is variadic.
  ///   - meaning: The interpretation of the argument.
  init(_ callee: String, _ label: String, _ meaning: Meaning) {
    let words = callee.split(separator: ".", omittingEmptySubsequences: false)
    name = String(words[words.count - 1])
    base = words.count > 1 ? String(words[0]) : nil
    isVariadic = label.hasSuffix("…")
    self.label = isVariadic ? String(label.dropLast()) : label
    self.meaning = meaning
  }

  /// Creates a rule for an argument that is a name.
  init(_ callee: String, _ label: String, _ role: NameRole, _ verb: ModuleGraph.Edge.Kind) {
    self.init(callee, label, .name(role, verb))
  }
}
