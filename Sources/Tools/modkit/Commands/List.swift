import BinaryInspection
import CommandLineKit

extension CommandOption {
  fileprivate static let kind = CommandOption(
    name: "kind", letter: "k", value: "kind",
    summary: "List only declarations of this kind, such as task, class or wire.")

  fileprivate static let order = CommandOption(
    name: "sort", value: "order", choices: ["module", "kind"],
    summary: "The order of the list (default: module).")
}

extension ModkitCommand {
  /// Lists the declarations.
  static let list = ModkitCommand(
    syntax: CommandSyntax(
      name: "list", summary: "List the declarations of modules.", parameters: [.files],
      options: [.module, .focus, .steps, .affectedBy, .kind, .order, .libraries, .json])
  ) { invocation in
    let arguments = invocation.arguments
    let program = try invocation.program()
    var listing = RecordListing(program.records)
    // Creating the graph takes longer than creating the list, so it is only created when it is
    // needed.
    if [.focus, .affectedBy, .steps].contains(where: arguments.has),
      let modules = try invocation.chosenModules(in: program.graph(omittingProblems: true))
    {
      listing.keep(modules: modules)
    }
    try keepChosen(in: &listing, arguments)
    guard !arguments.has(.json) else {
      try invocation.answer(json: listing.entries)
      return .success
    }
    guard !listing.entries.isEmpty else {
      invocation.note("The files declare nothing.")
      return .success
    }
    let isByKind = arguments.value(.order) == "kind"
    let entries = isByKind ? listing.entries.sorted { $0.kind < $1.kind } : listing.entries
    var columns: [(title: String, cell: (RecordListing.Entry) -> String)] = [
      ("module", \.module), ("kind", \.kind), ("key", \.key), ("place", \.place),
    ]
    if isByKind { columns.swapAt(0, 1) }
    let table = TextTable(
      columns: columns.map(\.title), rows: entries.map { entry in columns.map { $0.cell(entry) } })
    try invocation.answer(tables: [table])
    return .success
  }

  /// Keeps only the declarations that match the options.
  ///
  /// The names in the options must exist.
  private static func keepChosen(
    in listing: inout RecordListing, _ arguments: CommandArguments
  ) throws(CommandMistake) {
    let chosen = arguments.values(.module)
    if let missing = chosen.first(where: { !listing.modules.contains($0) }) {
      throw CommandMistake(
        "no module '\(missing)' declares anything in these files"
          + NameHint.text(for: missing, among: listing.modules), of: "list")
    }
    if !chosen.isEmpty { listing.keep(modules: Set(chosen)) }
    guard let kind = arguments.value(.kind) else { return }
    let kinds = listing.kinds
    listing.keep(kind: kind)
    if listing.entries.isEmpty {
      throw CommandMistake(
        "the files declare nothing of kind '\(kind)'\(NameHint.text(for: kind, among: kinds))",
        of: "list")
    }
  }
}
