import ModuleGraph
import Spelling

extension Finding {
  /// Creates the finding for a name or a pattern that matches no module.
  static func unknownModule(
    _ term: ModuleTerm, in statement: RuleStatement, of book: RuleBook, _ graph: ModuleGraph,
    among names: RuleNames
  ) -> Finding {
    let place = statement.place(in: book)
    let subject = "\(term) in \(statement.subject)"
    if case .pattern = term {
      return Finding(
        code: "matchesNothing", severity: .notice,
        message: """
          no module of the program matches '\(term)' in '\(statement.subject)' (\(place)). Correct or \
          remove it, or write 'optional \(term)' if other programs have such modules.
          """, places: [place], subject: subject)
    }
    var candidates = names.modules
    if case .name = term { candidates.formUnion(names.groups.keys) }
    let nearest = EditDistance.nearest(to: term.text, among: candidates, atMost: 2)
    let declarations = nearest.first.map { graph.nodes(ofModule: $0) } ?? []
    return Finding(
      code: "unknownModule", severity: .error,
      message: """
        no module of the program declares anything under the name '\(term.text)', so \
        '\(statement.subject)' (\(place)) has no effect on \
        it.\(NearestNames.question(nearest)) Correct or remove the name, or write \
        'optional \(term)' if it may be missing.
        """,
      places: declarations.lazy.compactMap(\.locations.first).prefix(1) + [place],
      subject: subject)
  }

  /// Creates the finding for a group without modules.
  static func emptyGroup(
    _ name: String, in statement: RuleStatement, of book: RuleBook
  ) -> Finding {
    let place = statement.place(in: book)
    return Finding(
      code: "matchesNothing", severity: .notice,
      message: """
        the group '\(name)' (\(place)) contains no module of the program, so rules about it have no \
        effect. Correct its members, or write 'optional \(name)' if other programs have them.
        """, places: [place], subject: statement.subject)
  }

  /// Creates the finding for a group that no statement names.
  static func unusedGroup(
    _ name: String, in statement: RuleStatement, of book: RuleBook
  ) -> Finding {
    let place = statement.place(in: book)
    return Finding(
      code: "unusedGroup", severity: .notice,
      message: "no rule names the group '\(name)' (\(place)). Use it in a rule, or remove it.",
      places: [place], subject: statement.subject)
  }

  /// Creates the finding for a group with the same name as a module.
  static func ambiguousName(
    _ name: String, in statement: RuleStatement, of book: RuleBook
  ) -> Finding {
    let place = statement.place(in: book)
    return Finding(
      code: "ambiguousName", severity: .warning,
      message: """
        the group '\(name)' (\(place)) has the name of a module, and every '\(name)' in the rules \
        means the group. Rename the group, or write \(ModuleTerm.module(name)) for the module.
        """, places: [place], subject: statement.subject)
  }

  /// Creates the finding for an exception that never applies.
  static func unusedException(_ exception: Rule.Exception, of written: PlacedRule) -> Finding {
    Finding(
      code: "unusedException", severity: .notice,
      message: """
        'except \(exception)' in the rule \(written.mention) has no effect: it excludes no module \
        that the rule would report. Remove it.
        """, places: [written.place], subject: "except \(exception) in \(written.rule.subject)")
  }
}

extension RuleStatement {
  /// Returns the source location of the rule.
  fileprivate func place(in book: RuleBook) -> CodeLocation {
    CodeLocation(fileID: book.file, line: line)
  }

  /// Identifies the statement, regardless of a group's members and a rule's severity and reason.
  var subject: String {
    switch content {
    case .group(let name, _): "group \(name)"
    case .optional: "\(self)"
    case .rule(let rule): rule.subject
    }
  }
}
