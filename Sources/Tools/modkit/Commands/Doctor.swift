import BinaryInspection
import CommandLineKit

extension ModkitCommand {
  /// Diagnoses the properties of a binary that affect its records.
  static let doctor = ModkitCommand(
    syntax: CommandSyntax(
      name: "doctor", summary: "Describe how a binary was built, and find hazards for its records.",
      parameters: [.files], options: [.output, .libraries, .json],
      discussion: """
        The command reports the linker and its hazards, segments that are writable and \
        executable, libraries that may be unloaded, records that are not loaded, padding of \
        sanitizers, copies of the toolkit, and code before main. It fails if one of them is an \
        error.
        """)
  ) { invocation in
    let diagnoses = try invocation.program().files.map(BinaryDiagnosis.init)
    if invocation.isJSON {
      try invocation.answer(json: diagnoses)
    } else {
      try invocation.answer(lines: diagnoses.map(\.lines).joined(separator: [""]))
    }
    return diagnoses.contains { $0.verdict == .error } ? .found : .success
  }
}
