/// A list of modules: `features, Search*, not SearchKit`.
package struct ModuleSelection: Sendable, Hashable {
  /// The terms that belong to it; everything, if there is only `excluded`.
  package let included: [ModuleTerm]

  /// The terms that do not belong to it, whatever else is said.
  package let excluded: [ModuleTerm]

  /// No module at all: `nothing`.
  package static let nothing = ModuleSelection([])

  /// Describes a list; what is named twice counts once.
  package init(_ included: [ModuleTerm], not excluded: [ModuleTerm] = []) {
    self.included = included.uniqued()
    self.excluded = excluded.uniqued()
  }

  /// A Boolean value that indicates whether it is the word `nothing`.
  package var isNothing: Bool { included.isEmpty && excluded.isEmpty }

  /// Everything that is named in it.
  package var terms: [ModuleTerm] { included + excluded }

  /// The terms that belong to it, with the pattern that stands for everything where only
  /// exclusions are written.
  package var positiveTerms: [ModuleTerm] {
    included.isEmpty && !excluded.isEmpty ? [.pattern("*")] : included
  }
}

extension ModuleSelection: CustomStringConvertible {
  /// The list as a file has it.
  package var description: String {
    isNothing
      ? "nothing"
      : (included.map(\.description) + excluded.map { "not \($0)" }).joined(separator: ", ")
  }
}

extension Sequence where Element: Hashable {
  /// The elements in their order, each once.
  func uniqued() -> [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}

/// One of the names in a list of modules.
package enum ModuleTerm: Sendable, Hashable {
  /// A group, or else a module: `Cart`.
  case name(String)

  /// A module, whatever groups there are: `"Cart"`.
  case module(String)

  /// All modules whose names fit: `Search*`.
  case pattern(String)

  /// The text in the file, without quotes.
  package var text: String {
    switch self {
    case .name(let text), .module(let text), .pattern(let text): text
    }
  }
}

extension ModuleTerm: CustomStringConvertible {
  /// The name as a file has it.
  package var description: String {
    switch self {
    case .name(let name): name
    case .module(let name): RuleText.quoted(name)
    case .pattern(let pattern): pattern
    }
  }

  /// The shortest way to write the name of a module that is no group's.
  package init(writing name: String) {
    self = RuleText.isPlain(name) ? .name(name) : .module(name)
  }
}
