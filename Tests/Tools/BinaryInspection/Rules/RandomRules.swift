import BinaryInspection
import ModularityTestSupport

/// Makes rule files at random, the same for the same numbers.
struct RandomRules {
  var generator: SeededGenerator

  private static let names = ["A", "B", "Cart", "Card", "Feed", "SearchKit", "Search", "Gone"]
  private static let patterns = ["*", "Car*", "Sea*ch*", "*Kit", "X*"]
  private static let oddNames = ["via", "a b", "\"", "\\", "#", "*", "", "é\n", "->", "\u{200B}"]
  private static let groups = ["g0", "g1", "g2", "Feed"]

  /// Whether names that need quotes are used too.
  let isOdd: Bool

  mutating func statements(_ count: Int) -> [RuleStatement] {
    var contents: [RuleStatement.Content] = []
    for (number, name) in Self.groups.enumerated() where Bool.random(using: &generator) {
      contents.append(.group(name, selection(groups: Array(Self.groups.prefix(number)))))
    }
    var subjects: Set<String> = []
    for _ in 0..<count {
      if Int.random(in: 0..<9, using: &generator) == 0 {
        contents.append(.optional(selection()))
        continue
      }
      let rule = rule()
      if subjects.insert(rule.subject).inserted { contents.append(.rule(rule)) }
    }
    return contents.enumerated().map { RuleStatement($1, line: $0 + 1) }
  }

  private mutating func rule() -> Rule {
    let arrow = arrow()
    let demand: Rule.Demand =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: .forbid(arrow)
      case 1:
        .only(Bool.random(using: &generator) ? arrow : Rule.Arrow(from: arrow.from, to: .nothing))
      case 2: .require(arrow)
      default: .noCycles(arrow.from)
      }
    var exceptions: [Rule.Exception] = []
    var ways =
      ReachKind.known + [
        ReachKind(edge: "calls"), ReachKind(edge: "odd one"), ReachKind(edge: "triggers"),
      ]
    switch demand {
    case .only: ways.removeAll(where: \.isShared)
    case .noCycles:
      ways.removeAll(where: \.isShared)
      exceptions = self.exceptions()
    default: exceptions = self.exceptions()
    }
    return Rule(
      demand, severity: pick(Rule.Severity.allCases), except: exceptions,
      via: Bool.random(using: &generator) ? [] : [pick(ways), pick(ways)],
      because: Bool.random(using: &generator) ? nil : "it is \"so\" \(pick(Self.names))\n")
  }

  private mutating func exceptions() -> [Rule.Exception] {
    (0..<Int.random(in: 0...2, using: &generator)).map { _ in
      Bool.random(using: &generator) ? .modules(selection()) : .arrow(arrow())
    }
  }

  private mutating func arrow() -> Rule.Arrow {
    Rule.Arrow(from: selection(), to: selection())
  }

  private mutating func selection(groups: [String]? = nil) -> ModuleSelection {
    let included = (0..<Int.random(in: 0...2, using: &generator)).map { _ in term(groups) }
    let excluded = (0..<Int.random(in: 0...1, using: &generator)).map { _ in term(groups) }
    return included.isEmpty && excluded.isEmpty
      ? ModuleSelection([term(groups)]) : ModuleSelection(included, not: excluded)
  }

  private mutating func term(_ groups: [String]?) -> ModuleTerm {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: .pattern(pick(Self.patterns))
    case 1: .module(pick(isOdd ? Self.oddNames : Self.names))
    case 2, 3:
      (groups ?? Self.groups).randomElement(using: &generator).map { .name($0) } ?? .name("A")
    default: .name(pick(Self.names.filter { !Self.groups.contains($0) }))
    }
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &generator)]
  }
}
