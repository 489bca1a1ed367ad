/// A list of modules: `features, Search*, not SearchKit`.
package struct ModuleSelection: Sendable, Hashable {
  /// The included terms.
  ///
  /// If only `excluded` has terms, all other modules are included.
  package let included: [ModuleTerm]

  /// The excluded terms, which take precedence over included ones.
  package let excluded: [ModuleTerm]

  /// The empty list: `nothing`.
  package static let nothing = ModuleSelection([])

  /// Creates a list.
  ///
  /// Repeated terms are ignored.
  package init(_ included: [ModuleTerm], not excluded: [ModuleTerm] = []) {
    self.included = included.uniqued()
    self.excluded = excluded.uniqued()
  }

  /// A Boolean value that indicates whether the list is `nothing`.
  package var isNothing: Bool { included.isEmpty && excluded.isEmpty }

  /// All terms of the list.
  package var terms: [ModuleTerm] { included + excluded }

  /// The included terms.
  ///
  /// If the list contains only exclusions, this is the pattern for all modules.
  package var positiveTerms: [ModuleTerm] {
    included.isEmpty && !excluded.isEmpty ? [.pattern("*")] : included
  }
}

extension ModuleSelection: CustomStringConvertible {
  /// The list in the format of the file.
  package var description: String {
    isNothing
      ? "nothing"
      : (included.map(\.description) + excluded.map { "not \($0)" }).joined(separator: ", ")
  }
}

extension Sequence where Element: Hashable {
  /// Returns the elements in order, without duplicates.
  func uniqued() -> [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}

/// A term in a list of modules.
package enum ModuleTerm: Sendable, Hashable {
  /// A group or, if no group has the name, a module: `Cart`.
  case name(String)

  /// A module, even if a group has the same name: `"Cart"`.
  case module(String)

  /// All modules whose names match: `Search*`.
  case pattern(String)

  /// The text in the file, without quotes.
  package var text: String {
    switch self {
    case .name(let text), .module(let text), .pattern(let text): text
    }
  }
}

extension ModuleTerm: CustomStringConvertible {
  /// The term in the format of the file.
  package var description: String {
    switch self {
    case .name(let name): name
    case .module(let name): RuleText.quoted(name)
    case .pattern(let pattern): pattern
    }
  }

  /// Creates the shortest term for the name of a module.
  ///
  /// No group may have this name.
  package init(writing name: String) {
    self = RuleText.isPlain(name) ? .name(name) : .module(name)
  }
}
