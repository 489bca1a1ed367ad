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
