import BinaryInspection
import BinaryRecords
import CommandLineKit

extension ModkitCommand {
  /// Finds records that the linker has dropped.
  static let audit = ModkitCommand(
    syntax: CommandSyntax(
      name: "audit",
      summary: "Find declarations of object files and archives that are missing in the binary.",
      parameters: [
        CommandParameter(
          name: "input",
          summary: "The object files and archives of the link, followed by the linked file.",
          isRepeated: true, isFile: true)
      ],
      options: [.output, .libraries, .json],
      discussion: """
        Linkers omit archive members without references and sections without uses, and tools \
        remove notes. For each missing declaration, the audit prints the reason and the linker \
        flag that keeps it.
        """)
  ) { invocation in
    let paths = invocation.arguments.words
    guard paths.count > 1, let binary = paths.last else {
      throw CommandMistake(
        "'audit' needs the inputs of the link before the linked file, such as *.o app", of: "audit")
    }
    let inputs = try paths.dropLast().map { path throws(BinaryError) in try BinaryFile(path: path) }
    let linked = try InspectedProgram(
      paths: [binary], includingLibraries: invocation.arguments.has(.libraries))
    let audit = RecordAudit(inputs: inputs, binaries: linked.files)
    if invocation.isJSON {
      try invocation.answer(json: audit)
    } else {
      try invocation.answer(lines: audit.lines)
    }
    return audit.isComplete ? .success : .found
  }
}
