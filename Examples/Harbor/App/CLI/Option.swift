/// Something that may be asked of a command with a word that begins with `--`.
struct Option: Sendable, Hashable {
  /// The name, without the dashes.
  let name: String
  /// A single letter that is as good as the name.
  var letter: Character?
  /// What its value is called; nothing for an option without a value.
  var value: String?
  /// The values that it may have; all if there are none.
  var choices: [String] = []
  let summary: String

  /// The option as it is written: `-o, --output <file>`.
  var usage: String {
    let names = [letter.map { "-\($0)" }, "--\(name)"].compactMap(\.self).joined(separator: ", ")
    guard let value else { return names }
    return names + " " + (choices.isEmpty ? "<\(value)>" : choices.joined(separator: "|"))
  }
}

extension Option {
  static let json = Option(name: "json", summary: "Answer in JSON.")

  static let speed = Option(
    name: "speed", value: "factor",
    summary: "How many times faster than usual the day passes; 1 takes some seconds.")

  static let output = Option(
    name: "output", letter: "o", value: "file", summary: "The file to write; it is replaced.")

  static let socket = Option(
    name: "socket", value: "path",
    summary: "Where the console is, if not in the folder of the user's session.")

  static let format = Option(
    name: "format", value: "format", choices: ["mermaid", "dot", "json"],
    summary: "How the graph is written; mermaid unless it says otherwise.")

  static let level = Option(
    name: "level", value: "level", choices: ["modules", "nodes"],
    summary: "How much of the graph is drawn; modules unless it says otherwise.")
}
