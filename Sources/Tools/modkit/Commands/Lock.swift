import BinaryInspection
import CommandLineKit
import Spelling

extension CommandOption {
  fileprivate static let check = CommandOption(
    name: "check", summary: "Write nothing, and fail if the program differs from the file.")

  fileprivate static let file = CommandOption(
    name: "file", letter: "f", value: "file",
    summary: "The lock file (default: \(SurfaceLock.fileName)).")
}

extension ModkitCommand {
  /// Writes the list of everything that a program exposes, or compares it with a file.
  static let lock = ModkitCommand(
    syntax: CommandSyntax(
      name: "lock",
      summary: "Write the surface of a program to a file, or compare it with that file.",
      parameters: [.files], options: [.check, .file, .libraries],
      discussion: """
        The file has one line for each piece of code before main, route open to calls from \
        outside, task that the clock runs, job that a store may hold, type of its values, and wire \
        between modules. Commit it, so that each change of them is part of a review. With --check, \
        the command fails until the file contains the change.
        """)
  ) { invocation in
    let path = invocation.arguments.value(.file) ?? SurfaceLock.fileName
    let program = try invocation.program()
    let lock = SurfaceLock(program.graph(omittingProblems: true), schemas: program.schemas())
    guard invocation.arguments.has(.check) else {
      try invocation.write(lock.text, to: path)
      return .success
    }
    let locked = String(decoding: try invocation.read(path), as: UTF8.self)
    let unknown = lock.jobsWithUnknownQueues
    if !unknown.isEmpty {
      invocation.note(
        """
        the queues of these jobs are not compared, because only the running program evaluates the \
        property 'queue' of a type: \(unknown.shortened.joined(separator: ", ")).
        """)
    }
    let differences = lock.differences(from: locked)
    guard !differences.isEmpty else { return .success }
    try invocation.answer(lines: differences)
    invocation.note(
      """
      the program differs from \(path). If the change is intended, write the file again with \
      'modkit lock' and commit it.
      """)
    return .found
  }
}
