import BinaryInspection
import CommandLineKit

extension CommandOption {
  fileprivate static let check = CommandOption(
    name: "check", summary: "Write nothing, and fail if the program is otherwise than the file.")

  fileprivate static let file = CommandOption(
    name: "file", letter: "f", value: "file",
    summary: "The file; \(SurfaceLock.fileName) unless it says otherwise.")
}

extension ModkitCommand {
  /// Writes the list of everything that a program exposes, or compares it with a file.
  static let lock = ModkitCommand(
    syntax: CommandSyntax(
      name: "lock", summary: "Write down what a program exposes, or check that it is the same.",
      parameters: [.files], options: [.check, .file, .libraries],
      discussion: """
        The file is checked in: code before main, routes open to calls from outside, tasks that \
        the clock runs, jobs that a store may hold, the types of their values, and wires between \
        modules, a line for each. A change of one of them is then part of a review, and with \
        --check it fails until it is.
        """)
  ) { invocation in
    let path = invocation.arguments.value(.file) ?? SurfaceLock.fileName
    let program = try invocation.program()
    let lock = SurfaceLock(program.graph(), schemas: program.schemas())
    guard invocation.arguments.has(.check) else {
      try invocation.write(lock.text, to: path)
      return .success
    }
    let locked = String(decoding: try invocation.read(path), as: UTF8.self)
    let differences = lock.differences(from: locked)
    guard !differences.isEmpty else { return .success }
    try invocation.answer(lines: differences)
    invocation.note(
      """
      the program is otherwise than \(path) says. If it is meant to be, write the file again with \
      'modkit lock' and check it in.
      """)
    return .found
  }
}
