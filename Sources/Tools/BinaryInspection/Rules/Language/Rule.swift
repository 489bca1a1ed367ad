/// The rule of a line in a rule file.
package struct Rule: Sendable, Hashable {
  /// The severity of a broken rule.
  package enum Severity: String, Sendable, Hashable, CaseIterable {
    case error, warning, notice
  }

  /// The modules on both sides of a rule: `features -> Contracts`.
  package struct Arrow: Sendable, Hashable {
    package let from: ModuleSelection
    package let to: ModuleSelection

    package init(from: ModuleSelection, to: ModuleSelection) {
      self.from = from
      self.to = to
    }
  }

  /// The requirement of a rule.
  package enum Demand: Sendable, Hashable {
    /// No module on the left may reach into a module on the right.
    case forbid(Arrow)
    /// The modules on the left may reach only into the modules on the right, and into modules that
    /// other lines list.
    case only(Arrow)
    /// Each module on the left must reach into each name on the right.
    case require(Arrow)
    /// These modules must not reach into each other in a cycle.
    case noCycles(ModuleSelection)
  }

  /// An exception of a rule.
  package enum Exception: Sendable, Hashable {
    /// The rule does not apply to these modules, on either side.
    case modules(ModuleSelection)
    /// The rule does not apply from the left modules to the right ones.
    case arrow(Arrow)
  }

  package let demand: Demand

  package let severity: Severity

  /// The exceptions of the rule.
  package let exceptions: [Exception]

  /// The ways to which the rule applies.
  ///
  /// If empty, it applies to all ways except sharing a name.
  package let ways: [ReachKind]

  /// The reason for the rule, as its author wrote it.
  package let because: String?

  /// Identifies the rule, regardless of its severity and its reason.
  ///
  /// For a long rule, it is shortened, because each finding repeats it.
  package let subject: String

  /// Creates a rule.
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

  /// The modules to which the rule applies.
  package var from: ModuleSelection {
    switch demand {
    case .forbid(let arrow), .only(let arrow), .require(let arrow): arrow.from
    case .noCycles(let modules): modules
    }
  }

  /// The modules on the right side.
  ///
  /// For a rule about cycles, the modules themselves.
  package var to: ModuleSelection {
    switch demand {
    case .forbid(let arrow), .only(let arrow), .require(let arrow): arrow.to
    case .noCycles(let modules): modules
    }
  }

  /// Returns whether the rule applies to a reason of this kind.
  ///
  /// - Parameters:
  ///   - edge: The kind of the edge or the use.
  ///   - node: The kind of the node that connects the modules.
  ///   - isDependency: A Boolean value that indicates whether one module depends on the other
  ///     because of it.
  /// - Returns: `true` if the rule applies. Without `via`, a rule applies only to dependencies.
  package func covers(edge: String, node: String, isDependency: Bool) -> Bool {
    ways.isEmpty
      ? isDependency
      : ways.contains { $0.covers(edge: edge, node: node, isDependency: isDependency) }
  }
}
