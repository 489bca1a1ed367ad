import BinaryInspection
import CommandLineKit
import ModuleGraph

extension ModkitCommand {
  /// Shows the types of values that cross a boundary.
  static let schema = ModkitCommand(
    syntax: CommandSyntax(
      name: "schema", summary: "Show the types of payloads, arguments, results, relays and events.",
      parameters: [
        CommandParameter(name: "file", summary: "The program."),
        CommandParameter(
          name: "name", summary: "A job, contract, relay key or type; all unless it is given.",
          isOptional: true,
          isRepeated: true),
      ],
      options: [.run, .libraries, .json, .output],
      discussion: """
        The fields of a type are read from the metadata that the compiler leaves in every program, \
        also in a stripped one. A type is opaque, with the reason, if the file does not prove how \
        its values are encoded: raw values of enumerations and of coding keys, for example. A file \
        does not show that coding is written by hand if the type also has coding keys.

        With '--run', the program decodes samples of the payloads and results of its jobs, with a \
        decoder that records what their code reads. It does this before main, and exits.
        """)
  ) { invocation in
    let words = invocation.arguments.words
    let program = try InspectedProgram(
      paths: [words[0]], includingLibraries: invocation.arguments.has(.libraries))
    var schemas = try invocation.schemas(of: program)
    if words.count > 1 {
      let all = schemas
      var kept: Set<Int> = []
      for name in words.dropFirst() {
        let found = all.positions(of: name)
        guard !found.isEmpty else {
          let hint = NameHint.text(for: name, among: all.allNames)
          throw Failure(
            code: .found,
            message: "the program has no declaration and no type named '\(name)'\(hint)"
              + (hint.hasSuffix("?") ? "" : "."))
        }
        kept.formUnion(found)
      }
      schemas = all.keeping(kept.sorted().map { all.uses[$0] })
    }
    if invocation.isJSON {
      try invocation.answer(json: schemas)
    } else if schemas.uses.isEmpty {
      invocation.note("Nothing is declared there whose values cross a boundary.")
    } else {
      try invocation.answer(lines: schemas.lines)
    }
    return .success
  }
}
