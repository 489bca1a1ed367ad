package import ModuleGraph

extension RuleBook {
  /// Returns the findings for rules that a program violates, and for rules without effect.
  ///
  /// - A violated rule results in a finding for each pair of modules, and a cycle in a single one.
  /// - A name that no longer matches a module is an error, because its rule would have no effect.
  ///   With `optional`, the module may be missing. Patterns and groups without modules, unused
  ///   groups, and unused exceptions are notices.
  /// - Returns: The findings, in order.
  /// - Complexity: O(*r* · *e*) in the rules and the edges between modules.
  package func findings(in graph: ModuleGraph) -> [Finding] {
    var check = RuleCheck(self, graph)
    check.run()
    return check.findings.sorted()
  }
}

/// The check of a graph with a rule file.
struct RuleCheck {
  typealias Pair = ReachTable.Pair
  typealias Reason = ReachTable.Reason

  let book: RuleBook
  let graph: ModuleGraph
  let table: ReachTable
  let names: RuleNames
  /// The modules that the program may lack.
  let optional: OptionalTerms
  /// The findings so far, in no particular order.
  var findings: [Finding] = []
  private var declarations: ReasonDeclarations
  /// The first source location in each module, by kind and name of the declarations.
  private(set) var places: [String: CodeLocation] = [:]

  /// Prepares a check.
  init(_ book: RuleBook, _ graph: ModuleGraph) {
    self.book = book
    self.graph = graph
    table = ReachTable(graph)
    names = RuleNames(book, modules: table.modules)
    optional = OptionalTerms(book)
    declarations = ReasonDeclarations(graph)
    for node in graph.nodes {
      guard let module = node.module, let place = node.locations.first else { continue }
      if places[module] == nil { places[module] = place }
    }
  }

  /// Returns the declarations that are the reason for a dependency.
  mutating func evidence(_ pair: Pair, _ reasons: [Reason]) -> ReachEvidence {
    ReachEvidence(pair, reasons, &declarations)
  }

  /// Checks the names, and then each rule.
  mutating func run() {
    checkNames()
    for (rule, line) in book.rules {
      var exceptions = RuleExceptions(rule, names)
      let written = PlacedRule(rule: rule, file: book.file, line: line)
      switch rule.demand {
      case .forbid(let arrow): forbid(arrow, written, &exceptions)
      case .require(let arrow): require(arrow, written, &exceptions)
      case .noCycles(let modules): forbidCycles(modules, written, &exceptions)
      case .only: continue
      }
      for (number, exception) in rule.exceptions.enumerated()
      where !exceptions.used.contains(number) {
        findings.append(.unusedException(exception, of: written))
      }
    }
    checkListed()
  }
}

/// A rule with its source location.
struct PlacedRule {
  let rule: Rule
  let file: String
  let line: Int

  /// The source location of the statement.
  var place: CodeLocation { CodeLocation(fileID: file, line: line) }

  /// The rule as messages name it: `'forbid Cart -> Account' (modkit.rules:4)`.
  var mention: String { "'\(rule.subject)' (\(place))" }

  /// The reason as part of a sentence: `, because …`.
  var because: String { rule.because.map { ", because \($0)" } ?? "" }

  /// The severity of a violation.
  var severity: Finding.Severity {
    switch rule.severity {
    case .error: .error
    case .warning: .warning
    case .notice: .notice
    }
  }
}

/// The modules of a graph to which the names in a rule file refer.
struct RuleNames {
  /// The modules of the graph.
  let modules: Set<String>

  /// The members of each group.
  private(set) var groups: [String: Set<String>] = [:]

  /// Creates the names with the members of all groups.
  init(_ book: RuleBook, modules: Set<String>) {
    self.modules = modules
    for number in book.groupOrder {
      guard case .group(let name, let members) = book.statements[number].content else { continue }
      groups[name] = self.modules(members)
    }
  }

  /// Returns the modules of a list.
  func modules(_ selection: ModuleSelection) -> Set<String> {
    let included = selection.positiveTerms.reduce(into: Set()) { $0.formUnion(modules($1)) }
    return selection.excluded.reduce(included) { $0.subtracting(modules($1)) }
  }

  /// Returns the modules of a term.
  func modules(_ term: ModuleTerm) -> Set<String> {
    switch term {
    case .name(let name): groups[name] ?? (modules.contains(name) ? [name] : [])
    case .module(let name): modules.contains(name) ? [name] : []
    case .pattern(let text): modules.filter(NamePattern(text).matches)
    }
  }
}
