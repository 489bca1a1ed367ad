import Spelling

/// The contents of a rule file, which states the modules that other modules may use.
///
/// ```
/// # modkit.rules
/// group features = Cart, Checkout, Search*, not SearchKit
///
/// forbid Cart -> Account                  because "orders know no people"
/// forbid warning features -> features     via call, wire  except Checkout -> Cart
/// only features -> Contracts, Accounts
/// require App -> Telemetry                via wire
/// forbid cycles among features
/// optional Debug*
/// ```
///
/// A statement starts in the first column of a line and continues in the indented lines below it.
/// `#` starts a comment. The following statements exist:
///
/// * `group NAME = MODULES` defines a name for several modules.
/// * `forbid [SEVERITY] MODULES -> MODULES [CLAUSES]`: No module on the left may reach into a
///   module on the right.
/// * `only [SEVERITY] MODULES -> MODULES [CLAUSES]`: The modules on the left may reach only into
///   the modules on the right. If a module has several `only` statements, their lists are combined.
///   With `only A -> nothing`, it may not reach into any module. The statement cannot have
///   `except`.
/// * `require [SEVERITY] MODULES -> MODULES [CLAUSES]`: Each module on the left must reach into
///   each name on the right. For a group or a pattern, one of its modules is sufficient.
/// * `forbid [SEVERITY] cycles among MODULES [CLAUSES]`: These modules must not reach into each
///   other in a cycle.
/// * `optional MODULES`: The program may lack these modules.
///
/// MODULES is a list of names, separated by commas: groups, modules, patterns with `*`, and `not`
/// before a name to exclude. `not App` alone means all modules except App. A name in quotes always
/// means a module, even if a group or a keyword has the same name.
///
/// SEVERITY is `error` (the default), `warning` or `notice`.
///
/// CLAUSES can be in any order:
///
/// * `via WAY, …`: The rule applies only to these ways: `call` (a contract calls a route), `wire`,
///   `task` (or only `depends`, `after` or `runs`), `provides`, or a kind of edge in quotes.
///   `event`, `relay`, `notification` and `shared` apply to objects that modules share because both
///   name them. This has no direction, and is only included if it is stated.
/// * `except MODULES`: The rule does not apply if one of these modules is on either side. With
///   `except MODULES -> MODULES`, it does not apply in this direction. There can be several of
///   these clauses.
/// * `because "…"`: The reason for the rule.
package struct RuleBook: Sendable, Hashable {
  /// The name of the file.
  package let file: String

  /// The statements, in the order of their lines.
  package let statements: [RuleStatement]

  /// The indices of the group statements.
  ///
  /// Each group follows the groups that it names.
  let groupOrder: [Int]

  /// Parses the text of a rule file.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - file: The name of the file in messages.
  /// - Throws: All errors in the text.
  /// - Complexity: O(*n*)
  package init(parsing text: String, file: String) throws(RuleErrors) {
    let lexer = RuleLexer(text)
    var errors = lexer.errors
    var statements: [RuleStatement] = []
    for part in lexer.statements {
      // A statement that cannot be split into tokens cannot be parsed.
      guard part.errors.isEmpty else {
        errors += part.errors
        continue
      }
      var parser = RuleParser(part.tokens)
      if let statement = parser.statement() { statements.append(statement) }
      errors += parser.errors
    }
    errors += Self.repetitions(in: statements)
    let groups = GroupOrder(statements)
    errors += groups.cycles
    guard errors.isEmpty else {
      throw RuleErrors(errors: errors.sorted { $0.spot < $1.spot }.map { $0.inFile(file) })
    }
    self.file = file
    self.statements = statements
    groupOrder = groups.order
  }

  /// The rules with their lines.
  package var rules: [(rule: Rule, line: Int)] {
    statements.compactMap { statement in
      if case .rule(let rule) = statement.content { (rule, statement.line) } else { nil }
    }
  }
}

extension RuleBook: CustomStringConvertible {
  /// The statements, each on a line, without comments.
  package var description: String { statements.map { "\($0)\n" }.joined() }
}

extension RuleBook {
  /// Returns the errors for groups with the same name, and for equal rules.
  private static func repetitions(in statements: [RuleStatement]) -> [RuleError] {
    var errors: [RuleError] = []
    var groups: [String: Int] = [:]
    var rules: [String: Int] = [:]
    for statement in statements {
      let spot = RuleSpot(line: statement.line, column: 1)
      switch statement.content {
      case .group(let name, _):
        guard let first = groups[name] else {
          groups[name] = statement.line
          continue
        }
        errors.append(
          RuleError(
            .repeatedGroup, at: spot,
            """
            line \(first) already declares a group '\(name)'. Rename one of them, or merge their \
            members.
            """))
      case .rule(let rule):
        guard let first = rules[rule.subject] else {
          rules[rule.subject] = statement.line
          continue
        }
        errors.append(
          RuleError(
            .repeatedRule, at: spot,
            "line \(first) already contains '\(rule.subject)'. Remove one of them."))
      case .optional: continue
      }
    }
    return errors
  }
}
