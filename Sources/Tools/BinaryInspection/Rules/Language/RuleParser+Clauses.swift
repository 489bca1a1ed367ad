import Spelling

extension RuleParser {
  /// Reads the clauses after the modules of a rule: `except`, `via` and `because`.
  mutating func rule(
    _ demand: Rule.Demand, _ severity: Rule.Severity
  ) throws(RuleError) -> Rule {
    var exceptions: [Rule.Exception] = []
    var ways: [ReachKind]?
    var because: String?
    while let token = current {
      if take(.word("except")) {
        if case .only = demand {
          throw RuleError(
            .misplaced, at: token.spot,
            "'only' has no exceptions. Write 'not Name' among the modules before the '->'.")
        }
        exceptions.append(try exception())
      } else if ways == nil, take(.word("via")) {
        ways = try self.ways(of: demand)
      } else if because == nil, take(.word("because")) {
        because = try reason()
      } else {
        throw unexpectedClause(token)
      }
    }
    return Rule(
      demand, severity: severity, except: exceptions, via: ways ?? [], because: because)
  }

  private mutating func exception() throws(RuleError) -> Rule.Exception {
    let modules = try selection()
    guard take(.arrow) else { return .modules(modules) }
    return .arrow(Rule.Arrow(from: modules, to: try selection()))
  }

  private mutating func reason() throws(RuleError) -> String {
    guard case .text(let text) = current?.kind else {
      throw unexpected("the reason in quotes", at: current)
    }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw RuleError(
        .unexpectedWord, at: here, "the reason is empty. Write one, or remove 'because'.")
    }
    position += 1
    return text
  }

  private mutating func ways(of demand: Rule.Demand) throws(RuleError) -> [ReachKind] {
    var ways: [ReachKind] = []
    repeat {
      let start = here
      guard let way = try way() else { continue }
      if way.isShared, let reason = demand.refusalOfSharing {
        errors.append(
          RuleError(
            .misplaced, at: start,
            "'\(way.word)' is about names that modules share, which \(reason)"))
      }
      ways.append(way)
    } while take(.comma)
    return ways
  }

  /// Reads one way, which can consist of several words.
  ///
  /// Returns `nil` and adds an error if the words are unknown.
  private mutating func way() throws(RuleError) -> ReachKind? {
    let start = here
    if case .text(let kind) = current?.kind {
      position += 1
      return ReachKind(edge: kind)
    }
    var words: [String] = []
    while case .word(let word) = current?.kind, !RuleText.reserved.contains(word) {
      words.append(word)
      position += 1
    }
    guard !words.isEmpty else {
      throw unexpected("a way, such as \(Self.commonWays),", at: current)
    }
    let phrase = words.joined(separator: " ")
    if let way = ReachKind(word: phrase) { return way }
    let nearest = EditDistance.nearest(to: phrase, among: ReachKind.spellings, atMost: 2)
    errors.append(
      RuleError(
        .unknownWay, at: start,
        """
        no module reaches into another by '\(phrase)'.\(NearestNames.question(nearest)) Write \
        \(Rule.list(ReachKind.known.map(\.word), "or")), or a kind of edge of your own in \
        quotes.
        """, suggestions: nearest))
    return nil
  }

  private static let commonWays = "'call', 'wire' or 'task'"
}

extension Rule.Demand {
  /// The reason why the demand cannot apply to shared names, or `nil` if it can.
  fileprivate var refusalOfSharing: String? {
    switch self {
    case .only: "reach into no module and need no permission. Use 'forbid' for them."
    case .noCycles: "reach into no module and are in no cycle. Remove it, or use 'forbid'."
    case .forbid, .require: nil
    }
  }
}
