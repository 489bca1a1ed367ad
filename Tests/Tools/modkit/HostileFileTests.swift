import Declarations
import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Spelling
import Testing

/// What modkit writes of a file whose names want to be more than names.
@Suite struct HostileFileTests {
  /// Names that forge lines, change terminals, command CI servers and bring markup.
  private static let names = [
    "a\n::error file=x::forged", "::warning::forged", "##[error]forged", "x##vso[task]forged",
    "\u{1B}[31mred\u{1B}]0;title\u{7}", "\r\u{9B}2J\u{85}gone", "\u{202E}txt.exe\u{2066}\u{2069}",
    "\u{2028}line\u{2029}paragraph",
    "\u{600}<form action=x>\u{600}</script><meta http-equiv=refresh>",
    "\u{600},title=forged\u{600}%0A", "\u{600}|\u{301}`\u{600}`b`\u{301}|\\| <br> @all",
    "\u{600}\"\u{301}\\\u{301}\"];evil", "\u{FEFF}\u{AD}\u{E0041}\u{0}\u{7F}\t",
  ]

  /// A file with records of every kind in which such names stand wherever there is one.
  private static func records(_ names: [String]) -> [RecordFields] {
    var records: [RecordFields] = []
    func json(_ value: [String: Any]) throws -> String {
      String(
        decoding: try JSONSerialization.data(withJSONObject: value, options: .sortedKeys),
        as: UTF8.self)
    }
    func add(_ kind: RecordKind, _ key: String, _ file: String, _ detail: [String: Any]) {
      records.append(
        RecordFields(
          kind: kind, key: key, fileID: file, line: UInt32(records.count + 1), column: 1,
          detail: (try? json(detail)) ?? ""))
    }
    for name in names {
      let file = "\(name)/\(name).swift"
      add("rhea", name, file, ["func": name])
      add("phob", name, file, ["func": name])
      add("khla", name, file, ["type": name, "functions": [["name": name, "line": 4]]])
      add("khct", "kl://\(name)/\(name)", file, ["parameters": [["name": name, "type": name]]])
      add("tjob", name, file, ["queue": name, "payload": name, "result": "[\(name)]"])
      add(
        "task", name, file,
        [
          "on": [name], "type": name, "dependsOn": [["name": name + "2"], ["name": name]],
          "traits": [name],
        ])
      add("task", name, "Other/\(name)", ["after": [["name": "none"]], "result": name])
      add("tsch", name + "t", file, ["cron": name, "zone": name])
      add("tnot", name + "n", file, ["key": name])
      for (from, to) in [("event", "task"), ("task", "event"), ("relay", "call")] {
        add(
          "wire", "\(from) \(name) -> \(to) \(name)3", file,
          ["from": ["kind": from, "name": name], "to": ["kind": to, "name": name + "3"]])
      }
      add("life", name, file, [name: name])
      add("page", name, file, [name: [name: name]])
      // No JSON, and of no kind that has a name.
      records.append(
        RecordFields(kind: "a|b`", key: name, fileID: file, line: 1, column: 1, detail: name))
    }
    return records
  }

  /// The commands and formats that write text, and the name in them of a module.
  private static func commands(
    _ file: String, _ other: String, _ archive: String, _ name: String
  ) -> [[String]] {
    [
      ["list", file], ["list", "--sort", "kind", file], ["list", "--json", file],
      ["list", "-m", "nothing", file], ["list", "-k", "pag", file],
      ["size", file], ["size", "--json", file],
      ["show", name, file], ["show", "--json", name, file], ["show", "nothing", file],
      ["schema", file], ["schema", "--json", file], ["schema", file, "nothing"],
      ["check", file], ["check", "--format", "json", file], ["check", "--format", "sarif", file],
      ["check", "--format", "github", file], ["check", archive],
      ["graph", file], ["graph", "--level", "nodes", file], ["graph", "--format", "dot", file],
      ["graph", "--format", "dot", "--level", "nodes", file],
      ["graph", "--format", "json", file], ["graph", "--format", "html", file],
      ["graph", "--focus", "nothing", file],
      ["diff", other, file], ["diff", "--format", "markdown", other, file],
      ["diff", "--format", "markdown", file, other], ["diff", "--format", "json", other, file],
      ["doctor", file], ["doctor", "--json", file], ["doctor", archive],
      ["audit", archive, file], ["audit", file, archive], ["audit", "--json", archive, file],
      ["rules", "--init", file],
    ]
  }

  private struct Files {
    let folder: URL

    func write(_ bytes: [UInt8], _ name: String) throws -> String {
      let file = folder.appending(path: name)
      try Data(bytes).write(to: file)
      return file.path
    }
  }

  /// A file of the names, one that has nothing, and an archive whose members have the
  /// names.
  private static func files(_ names: [String], in folder: URL) throws -> [String] {
    let files = Files(folder: folder)
    let program = RecordProgram.bytes(records(names))
    let members = names.map { (name: $0.filter { $0 != "\0" }, bytes: program) }
    return [
      try files.write(program, "program"),
      try files.write(RecordProgram.bytes([]), "empty"),
      try files.write(
        RecordProgram.archive(members + members.map { ("broken " + $0.name, Array("no".utf8)) }),
        "archive"),
    ]
  }

  private static func run(_ arguments: [String], in folder: URL) async throws -> Command.Outcome {
    try await Command(
      executable: URL(filePath: Program.path(of: "modkit")), arguments: arguments, folder: folder
    ).result()
  }

  @Test func `Hostile files cause only visible characters in every format`() async throws {
    let folder = try TemporaryFolder()
    let files = try Self.files(Self.names, in: folder.url)
    for (number, name) in Sweep.inputs(Self.names.enumerated(), oneIn: 3) {
      // Each name is asked for by itself; the rest is the same for all.
      for arguments in Self.commands(files[0], files[1], files[2], name)
      where number == 0 || arguments[0] == "show" {
        let words = arguments.map { $0.replacing("\0", with: "") }
        let result = try await Self.run(words, in: folder.url)
        #expect([0, 1, 64].contains(result.status), "\(arguments): \(result.errors)")
        for text in [result.output, result.errors] {
          let hidden = text.unicodeScalars.filter { $0 != "\n" && EscapedText.isHidden($0) }
          #expect(hidden.isEmpty, "\(arguments) writes \(hidden.map(\.value))")
          #expect(!text.utf8.hold("##["), "\(arguments)")
        }
        // A line that is a command to GitHub is one of our own.
        for line in result.output.utf8.split(separator: UInt8(ascii: "\n")) {
          let line = String(decoding: line, as: UTF8.self)
          guard line.drop(while: \.isWhitespace).utf8.starts(with: "::".utf8) else { continue }
          #expect(arguments.contains("github"), "\(arguments): \(line)")
          #expect(
            line.firstMatch(of: #/^::(error|warning|notice) [^:]*,?title=[A-Za-z]+::/#) != nil,
            "\(line)")
        }
      }
    }
  }

  @Test func `A hostile name adds no lines or tags`() async throws {
    let folder = try TemporaryFolder()
    let files = try Self.files(Self.names, in: folder.url)
    let plainFolder = try TemporaryFolder()
    let plain = try Self.files(
      Self.names.indices.map { "plainName\($0)\(String(repeating: "x", count: 12))" },
      in: plainFolder.url)
    for command in [["list"], ["size"], ["graph", "--format", "html"]] {
      let hostile = try await Self.run(command + [files[0]], in: folder.url).output
      let harmless = try await Self.run(command + [plain[0]], in: plainFolder.url).output
      #expect(hostile.lineCount == harmless.lineCount, "\(command)")
      // Text shows markup as it is; a page has none but its own.
      guard command.contains("html") else { continue }
      #expect(hostile.count(of: "<") == harmless.count(of: "<"))
    }
  }
}

extension String {
  fileprivate var lineCount: Int { count(of: "\n") }

  /// How often an ASCII character stands in the text, whatever it is combined with.
  fileprivate func count(of scalar: Unicode.Scalar) -> Int {
    unicodeScalars.count { $0 == scalar }
  }
}

extension String.UTF8View {
  /// Whether a text stands anywhere in this one.
  fileprivate func hold(_ text: String) -> Bool {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.starts(with: text.utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
