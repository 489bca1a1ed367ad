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
