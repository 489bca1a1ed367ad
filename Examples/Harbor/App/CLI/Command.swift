/// One thing that the program can do.
struct Command: Sendable {
  /// What is done with the modules before a command runs.
  enum Launch: Sendable {
    /// Nothing: the command does without them.
    case none
    /// They are launched.
    case modules
  }

  /// A word that a command takes by its place.
  struct Parameter: Sendable {
    let name: String
    let summary: String
    var isOptional = false
    /// Whether it takes all the words that are left.
    var isRepeated = false
    /// The words that it may be; all words if there are none.
    var choices: [String] = []

    /// The parameter as usage lines have it.
    var usage: String {
      let word = choices.isEmpty ? "<\(name)>" : choices.joined(separator: "|")
      let all = isRepeated ? word + "…" : word
      return isOptional ? "[\(all)]" : all
    }
  }

  let name: String
  /// What it does, in one line.
  let summary: String
  var parameters: [Parameter] = []
  var options: [Option] = []
  var launch = Launch.modules
  /// Whether everything that runs from the launch on is recorded.
  var isTraced = false
  /// What else its help says.
  var discussion: String?
  let run: @Sendable (Invocation) async throws -> Void
}

extension Command {
  /// All commands, in the order of the help.
  ///
  /// A further one is a line here.
  static let all: [Command] = [
    day, launch, call, trigger, explain,
    routes, events, tasks, relays, schedules, wires, problems,
    graph, report, trace, doctor,
    serve, control, completions, help, version,
  ]
}
