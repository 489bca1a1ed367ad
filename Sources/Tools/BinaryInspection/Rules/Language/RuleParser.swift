/// Parses one statement from its tokens.
struct RuleParser {
  /// The tokens of the statement.
  let tokens: [RuleToken]
  /// The index of the next token.
  var position = 0

  /// The errors in the statement.
  ///
  /// After some errors, parsing continues and can find more.
  var errors: [RuleError] = []

  /// Creates a parser for the tokens of a statement.
  init(_ tokens: [RuleToken]) {
    self.tokens = tokens
  }

  /// Parses the whole statement.
  ///
  /// - Returns: The statement, or `nil` if `errors` has the reasons or there are no tokens.
  mutating func statement() -> RuleStatement? {
    do throws(RuleError) {
      guard let first = tokens.first else { return nil }
      let content = try content()
      if let token = current {
        throw unexpected("the end of the statement", at: token)
      }
      return errors.isEmpty ? RuleStatement(content, line: first.spot.line) : nil
    } catch {
      errors.append(error)
      return nil
    }
  }

  private mutating func content() throws(RuleError) -> RuleStatement.Content {
    let first = tokens[position]
    position += 1
    switch first.kind {
    case .word("group"): return try group()
    case .word("optional"): return .optional(try selection())
    case .word("forbid"):
      let severity = severity()
      guard take(.word("cycles")) else {
        return .rule(try rule(Rule.Demand.forbid(try arrow()), severity))
      }
      guard take(.word("among")) else {
        throw unexpected("'among' and the modules after 'cycles'", at: current)
      }
      return .rule(try rule(.noCycles(try selection()), severity))
    case .word("only"):
      let severity = severity()
      return .rule(try rule(.only(try arrow(mayBeNothing: true)), severity))
    case .word("require"):
      let severity = severity()
      return .rule(try rule(.require(try arrow()), severity))
    default: throw unknownStatement(first)
    }
  }

  private mutating func group() throws(RuleError) -> RuleStatement.Content {
    guard case .word(let name) = current?.kind else {
      throw unexpected("the name of the group", at: current)
    }
    guard RuleText.isPlain(name) else {
      throw RuleError(
        .reservedName, at: here,
        RuleText.reserved.contains(name)
          ? "'\(name)' is a keyword of rules. Give the group another name."
          : "the name of a group has no '*'. Write the pattern after the '='.")
    }
    position += 1
    guard take(.equals) else { throw unexpected("'=' and the members of the group", at: current) }
    return .group(name, try selection())
  }

  private mutating func severity() -> Rule.Severity {
    guard case .word(let word) = current?.kind, let severity = Rule.Severity(rawValue: word) else {
      return .error
    }
    position += 1
    return severity
  }

  private mutating func arrow(mayBeNothing: Bool = false) throws(RuleError) -> Rule.Arrow {
    let from = try selection()
    guard take(.arrow) else {
      throw unexpected("',', or '->' and modules after it", at: current)
    }
    if mayBeNothing, take(.word("nothing")) { return Rule.Arrow(from: from, to: .nothing) }
    return Rule.Arrow(from: from, to: try selection())
  }
}

extension RuleParser {
  /// Parses a list of modules, separated by commas.
  mutating func selection() throws(RuleError) -> ModuleSelection {
    var included: [ModuleTerm] = []
    var excluded: [ModuleTerm] = []
    repeat {
      if take(.word("not")) {
        excluded.append(try term())
      } else {
        included.append(try term())
      }
    } while take(.comma)
    return ModuleSelection(included, not: excluded)
  }

  private mutating func term() throws(RuleError) -> ModuleTerm {
    switch current?.kind {
    case .text(let name):
      position += 1
      return .module(name)
    case .word(let word):
      if word == "nothing" {
        throw RuleError(
          .misplaced, at: here,
          "'nothing' must follow the '->' of 'only' alone. Name modules here.")
      }
      guard !RuleText.reserved.contains(word) else {
        throw RuleError(
          .reservedName, at: here,
          """
          expected the name of a module, but '\(word)' is a keyword of rules. If a module has this \
          name, write \(RuleText.quoted(word)).
          """)
      }
      position += 1
      return word.contains("*") ? .pattern(word) : .name(word)
    default: throw unexpected("the name of a module, a group or a pattern", at: current)
    }
  }
}

/// A statement of a rule file.
package struct RuleStatement: Sendable, Hashable {
  /// The content of a statement.
  package enum Content: Sendable, Hashable {
    /// A name for several modules.
    case group(String, ModuleSelection)
    /// Modules that a program may lack.
    case optional(ModuleSelection)
    case rule(Rule)
  }

  package let content: Content

  /// The line on which the statement starts, counted from 1.
  package let line: Int

  package init(_ content: Content, line: Int) {
    self.content = content
    self.line = line
  }
}

extension RuleStatement: CustomStringConvertible {
  /// The statement as it is written in a file, on one line.
  package var description: String {
    switch content {
    case .group(let name, let members): "group \(name) = \(members)"
    case .optional(let modules): "optional \(modules)"
    case .rule(let rule): "\(rule)"
    }
  }

  /// All lists of modules in the statement.
  package var selections: [ModuleSelection] {
    switch content {
    case .group(_, let members): [members]
    case .optional(let modules): [modules]
    case .rule(let rule):
      (rule.from == rule.to ? [rule.from] : [rule.from, rule.to])
        + rule.exceptions.flatMap { exception in
          switch exception {
          case .modules(let modules): [modules]
          case .arrow(let arrow): [arrow.from, arrow.to]
          }
        }
    }
  }
}
