package import ModuleGraph

extension RuleBook {
  /// A rule in a list for people.
  package struct Entry: Sendable, Hashable {
    /// The source location of the rule.
    package let place: CodeLocation

    package let severity: Finding.Severity

    /// The rule as it is written in a file, without its reason.
    package let text: String

    /// The demand, as a sentence.
    package let sentence: String

    /// The reason for the rule, as its author wrote it.
    package let because: String?
  }

  /// The rules, in the order of the file.
  package var entries: [Entry] {
    rules.map { rule, line in
      let written = PlacedRule(rule: rule, file: file, line: line)
      return Entry(
        place: written.place, severity: written.severity, text: rule.subject,
        sentence: rule.sentence, because: rule.because)
    }
  }
}

extension RuleBook {
  /// Writes a first rule file for a program, which permits exactly the current reach of its modules.
  ///
  /// People can then tighten the rules line by line. A check of the same program with these rules has
  /// no findings.
  package static func starter(for graph: ModuleGraph) -> String {
    let table = ReachTable(graph)
    let modules = table.modules.sorted()
    var targets: [String: [String]] = [:]
    for pair in table.pairs where !table.dependencies(pair).isEmpty {
      targets[pair.from, default: []].append(pair.to)
    }
    var text = """
      # Which modules may reach into which others, as 'modkit' checks it.
      #
      # These rules permit what the modules did when this file was written. Remove
      # unwanted permissions, and add rules of your own: 'forbid A -> B because "…"'.


      """
    for module in modules { text += line(from: module, to: targets[module] ?? []) }
    guard !modules.isEmpty else { return text }
    let cycles = cycles(among: modules, targets)
    text += "\n"
    if cycles.isEmpty { return text + "forbid cycles among *\n" }
    text += "# These modules reach into each other in a cycle. Without it, add the rule\n"
    text += "#   forbid cycles among *\n"
    for cycle in cycles { text += "# \(names(cycle).joined(separator: ", "))\n" }
    return text
  }

  /// Returns a rule that permits a module to reach into others.
  ///
  /// If the rule is long, each of the others is on a line of its own.
  private static func line(from module: String, to targets: [String]) -> String {
    let head = "only \(ModuleTerm(writing: module)) ->"
    guard !targets.isEmpty else { return "\(head) nothing\n" }
    let line = "\(head) \(names(targets).joined(separator: ", "))"
    if line.count <= 90 { return line + "\n" }
    return "\(head)\n  \(names(targets).joined(separator: ",\n  "))\n"
  }

  private static func names(_ modules: [String]) -> [String] {
    modules.map { ModuleTerm(writing: $0).description }
  }

  private static func cycles(
    among modules: [String], _ targets: [String: [String]]
  ) -> [[String]] {
    let numbers = Dictionary(uniqueKeysWithValues: modules.enumerated().map { ($1, $0) })
    var components = ConnectedComponents(
      targets: modules.map { (targets[$0] ?? []).compactMap { numbers[$0] } })
    return components.cyclic().map { $0.map { modules[$0] } }
  }
}
