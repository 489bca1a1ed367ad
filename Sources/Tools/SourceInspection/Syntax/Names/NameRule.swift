import ModuleGraph

/// An argument of a function, a macro or an attribute that names something.
struct NameRule: Sendable {
  /// The interpretation of the argument.
  enum Meaning: Sendable {
    case name(NameRole, ModuleGraph.Edge.Kind)
    /// A key whose verb depends on what the code does with the relay.
    case relay
    /// An end of a wire, such as `.relay(.wind)`, or an event by itself.
    case wireEnd(ModuleGraph.Edge.Kind)
    /// A schedule, such as `.daily(at: "03:00")`.
    case schedule
    /// A trait of a task, such as `.before(.deskIsReady)`.
    case trait
  }

  /// The name of the function, or the macro or attribute with its mark.
  let name: String
  /// The type before the dot, which is empty if any will do; `nil` if there is no dot.
  let base: String?
  /// The label of the argument; `_` for the first argument if it has none.
  let label: String
  /// A Boolean value that indicates whether arguments without a label may follow, or precede.
  let isVariadic: Bool
  let meaning: Meaning

  /// Describes an argument.
  ///
  /// - Parameters:
  ///   - callee: The function, macro or attribute, in the spelling of ``NameRules``.
  ///   - label: The label, with `…` behind it if the argument is variadic.
  ///   - meaning: The interpretation of the argument.
  init(_ callee: String, _ label: String, _ meaning: Meaning) {
    let words = callee.split(separator: ".", omittingEmptySubsequences: false)
    name = String(words[words.count - 1])
    base = words.count > 1 ? String(words[0]) : nil
    isVariadic = label.hasSuffix("…")
    self.label = isVariadic ? String(label.dropLast()) : label
    self.meaning = meaning
  }

  /// Describes an argument that is a name.
  init(_ callee: String, _ label: String, _ role: NameRole, _ verb: ModuleGraph.Edge.Kind) {
    self.init(callee, label, .name(role, verb))
  }
}
