import Spelling

/// The rules for which modules may reach into which others, as a file has them.
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
/// A statement begins at the first column of a line and goes on in the indented
/// lines below it; `#` begins a comment. There are these:
///
/// * `group NAME = MODULES` gives several modules a name.
/// * `forbid [SEVERITY] MODULES -> MODULES [CLAUSES]`: none of the first reaches
///   into one of the second.
/// * `only [SEVERITY] MODULES -> MODULES [CLAUSES]`: the first reach into nothing
///   but the second. Several `only` for one module add up; `only A -> nothing` lets
///   it reach into none. It has no `except`.
/// * `require [SEVERITY] MODULES -> MODULES [CLAUSES]`: each of the first reaches
///   into each name of the second; of a group or a pattern, into one at least.
/// * `forbid [SEVERITY] cycles among MODULES [CLAUSES]`: these do not reach into
///   each other in a cycle.
/// * `optional MODULES`: it is no problem if a program lacks these.
///
/// MODULES are names with commas between them: of groups, of modules, patterns with
/// `*`, and `not` before one that does not belong to them; `not App` alone is
/// everything but App. A name in quotes is always a module's, also where a group or
/// a word of this list is called so.
///
/// SEVERITY is `error`, which needs not be written, `warning` or `notice`.
///
/// CLAUSES are, in any order:
///
/// * `via WAY, …`: only if they do it so: `call` (a contract calls a route), `wire`,
///   `task` (or `depends`, `after` and `runs` alone), `provides`; `event`, `relay`,
///   `notification` and `shared` for what modules share by naming it, which has no
///   direction and is meant only where it is written; a kind of edge in quotes.
/// * `except MODULES`: not if one of these is on either side; `except MODULES ->
///   MODULES`: not this way. There may be several.
/// * `because "…"`: why.
package struct RuleBook: Sendable, Hashable {
  /// The file, as it was named.
  package let file: String

  /// The statements, in the order of their lines.
  package let statements: [RuleStatement]

  /// The numbers of the statements of groups, each behind those that it names.
  let groupOrder: [Int]

  /// Reads the text of a rule file.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - file: What messages call the file.
  /// - Throws: All that is wrong with it.
  /// - Complexity: O(*n*)
  package init(parsing text: String, file: String) throws(RuleErrors) {
    let lexer = RuleLexer(text)
    var errors = lexer.errors
    var statements: [RuleStatement] = []
    for part in lexer.statements {
      // What cannot even be taken apart makes no sense as a whole.
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
  /// Groups of one name, and rules that say the same.
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
            there is a group '\(name)' already, in line \(first). Rename one of them, or join \
            their members.
            """))
      case .rule(let rule):
        guard let first = rules[rule.subject] else {
          rules[rule.subject] = statement.line
          continue
        }
        errors.append(
          RuleError(
            .repeatedRule, at: spot,
            "'\(rule.subject)' is there already, in line \(first). Remove one of them."))
      case .optional: continue
      }
    }
    return errors
  }
}
