import Spelling

/// An error for a name of no module.
package struct FocusError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name that no module has.
  package let name: String

  /// The names that may have been meant, the nearest first.
  package let suggestions: [String]

  init(_ name: String, among modules: Set<String>) {
    self.name = name
    suggestions = EditDistance.nearest(to: name, among: modules, atMost: 2)
  }

  package var description: String {
    """
    no module of the program declares anything under the name \
    '\(name)'.\(NearestNames.question(suggestions)) Correct the name, or list the modules that \
    there are.
    """
  }
}
