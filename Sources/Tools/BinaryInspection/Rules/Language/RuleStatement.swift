/// One statement of a rule file.
package struct RuleStatement: Sendable, Hashable {
  /// The content of a statement.
  package enum Content: Sendable, Hashable {
    /// A name for several modules.
    case group(String, ModuleSelection)
    /// Modules that a program need not have.
    case optional(ModuleSelection)
    case rule(Rule)
  }

  package let content: Content

  /// The line on which it begins, counted from 1.
  package let line: Int

  package init(_ content: Content, line: Int) {
    self.content = content
    self.line = line
  }
}

extension RuleStatement: CustomStringConvertible {
  /// The statement as a file has it, on one line.
  package var description: String {
    switch content {
    case .group(let name, let members): "group \(name) = \(members)"
    case .optional(let modules): "optional \(modules)"
    case .rule(let rule): "\(rule)"
    }
  }

  /// Every list of modules in it.
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
