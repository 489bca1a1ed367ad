/// The rule of a line in a rule file.
package struct Rule: Sendable, Hashable {
  /// The severity of a broken rule.
  package enum Severity: String, Sendable, Hashable, CaseIterable {
    case error, warning, notice
  }

  /// From some modules to others: `features -> Contracts`.
  package struct Arrow: Sendable, Hashable {
    package let from: ModuleSelection
    package let to: ModuleSelection

    package init(from: ModuleSelection, to: ModuleSelection) {
      self.from = from
      self.to = to
    }
  }

  /// The demand of a rule.
  package enum Demand: Sendable, Hashable {
    /// None of the first reaches into one of the second.
    case forbid(Arrow)
    /// The first reach into nothing but the second, and what other lines list.
    case only(Arrow)
    /// Each of the first reaches into each name of the second.
    case require(Arrow)
    /// These do not reach into each other in a cycle.
    case noCycles(ModuleSelection)
  }

  /// An exception of a rule.
  package enum Exception: Sendable, Hashable {
    /// All that has to do with these modules, on either side.
    case modules(ModuleSelection)
    /// A way from the first module to the second.
    case arrow(Arrow)
  }

  package let demand: Demand

  package let severity: Severity

  /// The exceptions of the rule.
  package let exceptions: [Exception]

  /// The ways that it is about; all but sharing a name, if there are none.
  package let ways: [ReachKind]

  /// Why there is such a rule, in the words of its author.
  package let because: String?

  /// An identity of the rule, whatever its severity and its reason are.
  ///
  /// A long rule has a short one: each of its findings repeats it.
  package let subject: String

  /// Describes a rule.
  package init(
    _ demand: Demand, severity: Severity = .error, except exceptions: [Exception] = [],
    via ways: [ReachKind] = [], because: String? = nil
  ) {
    self.demand = demand
    self.severity = severity
    self.exceptions = exceptions.uniqued()
    self.ways = ways.uniqued()
    self.because = because
    subject = Self.shortened(
      Self.text(demand, severity: .error, except: self.exceptions, via: self.ways))
  }

  /// The modules that it is about.
  package var from: ModuleSelection {
    switch demand {
    case .forbid(let arrow), .only(let arrow), .require(let arrow): arrow.from
    case .noCycles(let modules): modules
    }
  }

  /// The modules that they reach into; the modules themselves where it is about cycles.
  package var to: ModuleSelection {
    switch demand {
    case .forbid(let arrow), .only(let arrow), .require(let arrow): arrow.to
    case .noCycles(let modules): modules
    }
  }

  /// Returns whether it covers a reason of this kind.
  ///
  /// - Parameters:
  ///   - edge: The kind of the edge or the use.
  ///   - node: The kind of the node by which it joins two modules.
  ///   - isDependency: Whether one module depends on the other by it.
  /// - Returns: Whether it does; without `via`, a rule covers dependencies only.
  package func covers(edge: String, node: String, isDependency: Bool) -> Bool {
    ways.isEmpty
      ? isDependency
      : ways.contains { $0.covers(edge: edge, node: node, isDependency: isDependency) }
  }
}
