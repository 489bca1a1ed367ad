import BinaryInspection
import CommandLineKit
import ModuleGraph

extension CommandOption {
  /// The modules in the middle.
  static let focus = CommandOption(
    name: "focus", value: "module", isRepeated: true,
    summary: "Only this module and what is near it.")

  /// The number of steps that count as near.
  static let steps = CommandOption(
    name: "steps", value: "number", summary: "How many steps away is near; 1 unless it says so.")

  /// The modules that change.
  static let affectedBy = CommandOption(
    name: "affected-by", value: "module", isRepeated: true,
    summary: "Only this module and all that reach into it, be it through others.")
}

extension Invocation {
  /// The modules that the options ask for; nothing if they ask for all.
  func chosenModules(in graph: ModuleGraph) throws(CommandMistake) -> Set<String>? {
    let (middle, changed) = (arguments.values(.focus), arguments.values(.affectedBy))
    guard middle.isEmpty || changed.isEmpty else {
      throw CommandMistake("'--focus' and '--affected-by' choose in two ways; take one of them")
    }
    guard !arguments.has(.steps) || !middle.isEmpty else {
      throw CommandMistake("'--steps' says how far '--focus' looks, which is not there")
    }
    let steps = try arguments.positive(.steps, default: 1)
    let focus = ModuleFocus(graph)
    do throws(FocusError) {
      if !changed.isEmpty { return try focus.modules(affectedBy: Set(changed)) }
      guard !middle.isEmpty else { return nil }
      return try focus.modules(within: Int(min(steps, 1_000_000)), of: Set(middle))
    } catch {
      throw CommandMistake(
        "no module '\(error.name)' declares anything there"
          + NameHint.text(for: error.name, among: focus.modules.sorted()))
    }
  }
}
