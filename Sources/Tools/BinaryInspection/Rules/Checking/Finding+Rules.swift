import ModuleGraph
import Spelling

extension Finding {
  /// The maximum number of reasons in a message.
  ///
  /// The source locations of the finding include all reasons.
  private static let mostReasons = 6

  /// Creates the finding for a module that reaches into another although a rule forbids it.
  static func forbiddenReach(
    _ pair: ReachTable.Pair, _ evidence: ReachEvidence, _ written: PlacedRule
  ) -> Finding {
    let verb = evidence.isSharing ? "shares names with" : "reaches into"
    return Finding(
      code: "forbiddenReach", severity: written.severity,
      message: """
        \(pair.from) \(verb) \(pair.to), which the rule \(written.mention) \
        forbids\(written.because): \(evidence.text(atMost: mostReasons)). Undo that in \
        \(pair.from), or permit it with 'except \(pair.terms)' in the rule.
        """,
      places: evidence.places + [written.place],
      subject: "\(written.rule.subject): \(pair.terms)")
  }

  /// Creates the finding for a module that reaches into another without being permitted by its
  /// rules with `only`.
  ///
  /// If `isListed` is `true`, the rules list the other module, but only for other ways.
  static func unlistedReach(
    _ pair: ReachTable.Pair, _ evidence: ReachEvidence, _ listings: [PlacedRule], isListed: Bool
  ) -> Finding {
    let worst = listings.max { $0.severity < $1.severity }
    let because = listings.compactMap(\.rule.because).uniqued()
    let list = listings.count == 1 ? "lists" : "list"
    let lacking = isListed ? "not in this way" : "not \(pair.to)"
    return Finding(
      code: "unlistedReach", severity: worst?.severity ?? .error,
      message: """
        \(pair.from) reaches into \(pair.to), but \
        \(Rule.list(listings.map(\.mention), "and")) \(list) its targets, and \(lacking)\
        \(because.isEmpty ? "" : ", because \(Rule.list(because, "and"))"): \
        \(evidence.text(atMost: mostReasons)). Undo that in \(pair.from), or permit it with \
        'only \(pair.terms)'.
        """,
      places: evidence.places + listings.map(\.place), subject: "only \(pair.terms)")
  }

  /// Creates the finding for a module that does not reach into another although a rule requires it.
  ///
  /// - Parameters:
  ///   - from: The module that the rule requires to reach into another.
  ///   - place: The source location of its first declaration.
  ///   - term: The modules that it must reach into, as written in the rule.
  ///   - otherWays: The reasons by which it reaches into them in ways that the rule does not accept.
  ///   - written: The rule.
  /// - Returns: One finding for the module.
  static func missingReach(
    _ from: String, at place: CodeLocation?, _ term: ModuleTerm, _ otherWays: [ReachTable.Reason],
    _ written: PlacedRule
  ) -> Finding {
    let instead =
      otherWays.isEmpty
      ? "" : " It only does this: \(otherWays.map(\.text).uniqued()[0])."
    return Finding(
      code: "missingReach", severity: written.severity,
      message: """
        \(from) does not reach into \(term)\(written.rule.byWays), which the rule \
        \(written.mention) requires\(written.because).\(instead) Let it do so, or exclude it \
        with 'except \(ModuleTerm(writing: from))' in the rule.
        """,
      places: [place, written.place].compactMap(\.self),
      subject: "\(written.rule.subject): \(ModuleTerm(writing: from)) -> \(term)")
  }

  /// Creates the finding for modules that reach into each other in a cycle.
  ///
  /// - Parameters:
  ///   - steps: The pairs of modules along a shortest cycle, with their evidence.
  ///   - members: All modules that can reach each other, including modules outside the shortest
  ///     cycle.
  ///   - written: The rule.
  /// - Returns: One finding for all members.
  static func moduleCycle(
    _ steps: [(pair: ReachTable.Pair, evidence: ReachEvidence)], members: [String],
    _ written: PlacedRule
  ) -> Finding {
    let around = steps.map(\.pair.from)
    let evidence = steps.map(\.evidence)
    let others = Set(members).subtracting(around).sorted()
    let more =
      others.isEmpty
      ? "" : " \(Rule.list(others.shortened, "and")) are part of longer cycles with them."
    return Finding(
      code: "moduleCycle", severity: written.severity,
      message: """
        modules reach into each other in a cycle, \
        \((around + around.prefix(1)).shortened.joined(separator: " -> ")), which the rule \
        \(written.mention) forbids\(written.because): \
        \(evidence.map { $0.text(atMost: 1) }.shortened.joined(separator: "; ")).\(more) Reverse one of these \
        dependencies, move the common part into a module of its own, or permit one with \
        'except \(steps[0].pair.terms)' in the rule.
        """,
      places: evidence.flatMap(\.places).uniqued() + [written.place],
      subject: "\(written.rule.subject): "
        + members.map { "\(ModuleTerm(writing: $0))" }.joined(separator: ", "))
  }
}

extension ReachTable.Pair {
  /// The pair as it is written in rules.
  var terms: String { "\(ModuleTerm(writing: from)) -> \(ModuleTerm(writing: to))" }
}

/// The reasons why a module reaches into another, with their source locations.
struct ReachEvidence {
  /// The reasons as sentences, each with its source location.
  private let sentences: [String]

  /// The source locations of the declarations and uses, starting with the reaching module.
  let places: [CodeLocation]

  /// A Boolean value that indicates whether the modules only share names.
  let isSharing: Bool

  /// Looks up the declarations and uses behind reasons.
  init(
    _ pair: ReachTable.Pair, _ reasons: [ReachTable.Reason],
    _ declarations: inout ReasonDeclarations
  ) {
    var own: [CodeLocation] = []
    var others: [CodeLocation] = []
    var sentences: [String] = []
    for reason in reasons {
      let uses = declarations.uses(behind: reason, from: pair.from)
      own += uses.compactMap(\.location)
      let nodes = declarations.declarations(behind: reason, from: pair.from, to: pair.to)
      let places = nodes.compactMap { node in node.locations.first.map { (node, $0) } }
      own += places.filter { $0.0.module == pair.from }.map(\.1)
      others += places.filter { $0.0.module != pair.from }.map(\.1)
      let place = uses.compactMap(\.location).first ?? places.first?.1
      sentences.append(reason.text + (place.map { " (\($0))" } ?? ""))
    }
    self.sentences = sentences
    places = (own + others).uniqued()
    isSharing = reasons.allSatisfy { $0.kind == .shares }
  }

  /// Returns the reasons as a part of a message, abbreviated to a number of them.
  func text(atMost limit: Int) -> String {
    let left = sentences.count - limit
    return sentences.prefix(limit).joined(separator: "; ")
      + (left > 0 ? "; and \(left) more" : "")
  }
}
