import Foundation
import ProgramTestSupport
import Testing

@testable import CommandLineKit

/// The scripts for shells, run by shells as far as they are there.
@Suite struct CompletionTests {
  private let folder: SomeFiles

  init() throws { folder = try SomeFiles() }

  /// Runs a script in bash.
  private func bash(_ script: String, options: [String] = []) async throws -> [String] {
    try await Toolchain.command("bash", options + ["-c", script], in: folder.url).succeed().lines
  }

  // MARK: - bash

  @Test(arguments: [
    Sample.program, Sample.programWithDefault, .init(name: "a-b", summary: "", commands: []),
  ])
  func `Bash can read the script`(program: ProgramSyntax) async throws {
    _ = try await bash(program.bashCompletions, options: ["-n"])
  }

  @Test(
    arguments: [
      (["dr"], ["draw"]), (["--v"], ["--version"]), (["h"], ["help"]),
      (["draw", "c"], ["circle"]), (["draw", "circle", "c"], []),
      (["draw", "--f"], ["--format"]), (["draw", "-v", "s"], ["square"]),
      (["draw", "--format", ""], ["text", "json"]), (["draw", "--format", "j"], ["json"]),
      (["draw", "--format", "="], ["text", "json"]), (["draw", "--format", "=", "t"], ["text"]),
      (["draw", "--format", "json", "sq"], ["square"]),
      (["draw", "--format", "=", "json", "sq"], ["square"]),
      (["draw", "--depth", ""], []),
      (["draw", "--output", "al"], ["alpha.txt"]), (["draw", "-o", "al"], ["alpha.txt"]),
      (["draw", "--output", "=", "two"], ["two words.txt"]),
      (["join", "b"], ["beta.o"]), (["join", "beta.o", "tw"], ["two words.txt"]),
      (["join", "--"], ["--help"]), (["ask", ""], ["how", "who", "--help"]),
      (["pick", "red", "gr"], ["green"]), (["help", "jo"], ["join"]), (["nothing", "x"], []),
      (["--version", "x"], []),
    ] as [([String], [String])])
  func `Bash completes commands, options, values and files`(
    words: [String], expected: [String]
  ) async throws {
    #expect(try await completions(words, of: Sample.program) == Set(expected))
  }

  @Test func `Bash completes the options of the default command without its name`() async throws {
    let program = Sample.programWithDefault
    #expect(try await completions(["--f"], of: program) == ["--format"])
    #expect(try await completions(["--format", "j"], of: program) == ["json"])
    #expect(try await completions(["-v", "--format", "json", "c"], of: program) == ["circle"])
  }

  private func completions(_ words: [String], of program: ProgramSyntax) async throws -> Set<String>
  {
    let line = (["sample"] + words).map { "'\($0)'" }.joined(separator: " ")
    return Set(
      try await bash(
        """
        \(program.bashCompletions)
        COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _sample
        [[ ${#COMPREPLY[@]} -eq 0 ]] || printf '%s\\n' "${COMPREPLY[@]}"
        """))
  }

  // MARK: - zsh

  private static let hasZsh = Toolchain.path(of: "zsh") != nil

  @Test(
    .enabled(if: hasZsh, "install zsh to complete commands in it"),
    arguments: [
      ("sample dr", "sample draw "), ("sample draw ci", "sample draw circle "),
      ("sample draw --fo", "sample draw --format="),
      ("sample draw --format=j", "sample draw --format=json "),
      ("sample draw -o al", "sample draw -o alpha.txt "),
      ("sample join tw", #"sample join two\ words.txt "#), ("sample ask w", "sample ask who "),
      ("sample help jo", "sample help join "), ("sample nothing x", "sample nothing x"),
    ])
  func `Zsh completes commands, options, values and files`(
    typed: String, expected: String
  ) async throws {
    #expect(try await completed(typed, of: Sample.program) == expected)
  }

  @Test(.enabled(if: hasZsh, "install zsh to complete commands in it"))
  func `Zsh completes the options of the default command without its name`() async throws {
    #expect(try await completed("sample --fo", of: Sample.programWithDefault) == "sample --format=")
  }

  /// Returns a command line as zsh completes it.
  private func completed(_ typed: String, of program: ProgramSyntax) async throws -> String {
    try program.zshCompletions.write(
      to: folder.url.appending(path: "completions"), atomically: true, encoding: .utf8)
    // A second zsh on a terminal of its own, which leaves once it has said what it completed.
    _ = try await Toolchain.command(
      "zsh",
      [
        "-f", "-c",
        #"""
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell 'autoload -U compinit; compinit -u -D; source completions'
        zpty -w shell 'tell() { zle complete-word; print -rn -- "$BUFFER" >completed; exit }'
        zpty -w shell 'zle -N tell; bindkey "^I" tell'
        zpty -w -n shell "$1"$'\t'
        while zpty -r shell; do; done
        """#, "zsh", typed,
      ], in: folder.url
    ).succeed()
    return try String(contentsOf: folder.url.appending(path: "completed"), encoding: .utf8)
  }

  // What zsh itself is told of, where nothing but what is written there matters: bash reads
  // the same quotes, lists and cases, so that it can stand in for zsh. What the script calls
  // in zsh is then a function that shows what it is given.

  private func zsh(_ words: [String], of program: ProgramSyntax) async throws -> [String] {
    let line = ([""] + ["sample"] + words).map { "'\($0)'" }.joined(separator: " ")
    return try await bash(
      """
      compdef() { :; }
      shift() { :; }
      _describe() { printf '%s\\n' "${commands[@]}"; }
      _arguments() { printf '%s\\n' "$@"; }
      \(program.zshCompletions)
      words=(\(line)); CURRENT=\(words.count + 1); _sample
      """)
  }

  @Test func `The script for zsh describes the commands`() async throws {
    #expect(
      try await zsh([""], of: Sample.program) == [
        "draw:Draw something.", "join:Join files.", "ask:Ask something.", "pick:Pick colours.",
        "help:Show all commands, or the parameters and options of one.",
        "version:Show the version.",
      ])
  }

  @Test func `The script for zsh has the parameters of a command`() async throws {
    let help = "(- *)--help[Show its parameters and options.]"
    let draw = [
      "(-v --verbose)-v[Say more.]", "(-v --verbose)--verbose[Say more.]",
      "(-o --output)-o[Where it goes; it's replaced.]:file:_files",
      "(-o --output)--output=[Where it goes; it's replaced.]:file:_files",
      #"(--format)--format=[How \[it\] is written\: so.]:format:(text json)"#,
      "(--depth)--depth=[How deep.]:number: ",
      "*-t[A tag; of any number.]:name: ", "*--tag=[A tag; of any number.]:name: ",
      "1:shape:(circle square)", "2::label: ", help,
    ]
    #expect(try await zsh(["draw", ""], of: Sample.program) == draw)
    #expect(try await zsh(["-"], of: Sample.programWithDefault) == draw)
    #expect(try await zsh(["join", ""], of: Sample.program) == ["*:file:_files", help])
    #expect(try await zsh(["ask", ""], of: Sample.program) == ["1:question:(how who)", help])
    #expect(
      try await zsh(["help", ""], of: Sample.program)
        == ["1::command:(draw join ask pick help version)", help])
    #expect(try await zsh(["nothing", ""], of: Sample.program) == [])
  }

  // MARK: - fish

  private static let hasFish = Toolchain.path(of: "fish") != nil

  @Test(
    .enabled(if: hasFish, "install fish to complete commands in it"),
    arguments: [
      ("dr", ["draw"]), ("--v", ["--version"]), ("h", ["help"]), ("--h", ["--help"]),
      ("draw c", ["circle"]), ("draw circle c", []), ("draw --f", ["--format"]),
      ("draw -v s", ["square"]), ("draw --format ", ["json", "text"]),
      ("draw --format=j", ["--format=json"]), ("draw --format json sq", ["square"]),
      ("draw --format=json sq", ["square"]), ("draw --depth ", []),
      ("draw --output al", ["alpha.txt"]), ("draw -o al", ["alpha.txt"]),
      ("draw -o alpha.txt ci", ["circle"]), ("draw --output=two", ["--output=two words.txt"]),
      ("join b", ["beta.o"]), ("join beta.o tw", ["two words.txt"]), ("join --", ["--help"]),
      ("ask ", ["how", "who"]), ("pick red gr", ["green"]), ("help jo", ["join"]),
      ("nothing x", []), ("nothing --", []), ("--version x", []),
    ] as [(String, [String])])
  func `Fish completes commands, options, values and files`(
    typed: String, expected: [String]
  ) async throws {
    #expect(try await fish("sample \(typed)", of: Sample.program).map(\.word) == expected)
  }

  @Test(.enabled(if: hasFish, "install fish to complete commands in it"))
  func `Fish completes the options of the default command without its name`() async throws {
    let program = Sample.programWithDefault
    #expect(try await fish("sample --f", of: program).map(\.word) == ["--format"])
    #expect(try await fish("sample --format j", of: program).map(\.word) == ["json"])
    #expect(try await fish("sample -v --format json c", of: program).map(\.word) == ["circle"])
    #expect(try await fish("sample ci", of: program).map(\.word) == [])
  }

  @Test(.enabled(if: hasFish, "install fish to complete commands in it"))
  func `The script for fish describes commands and options`() async throws {
    let commands = try await fish("sample d", of: Sample.program)
    #expect(commands.map(\.summary) == ["Draw something."])
    let options = try await fish("sample draw --o", of: Sample.program)
    #expect(options.map(\.summary) == ["Where it goes; it's replaced."])
  }

  @Test(.enabled(if: hasFish, "install fish to complete commands in it"))
  func `Fish can read the script of a program without commands`() async throws {
    let program = ProgramSyntax(name: "a-b", summary: "", commands: [])
    #expect(try await fish("a-b --", of: program).map(\.word) == ["--help", "--version"])
  }

  /// What fish offers for a command line, in alphabetical order.
  private func fish(
    _ typed: String, of program: ProgramSyntax
  ) async throws -> [(word: String, summary: String)] {
    try program.fishCompletions.write(
      to: folder.url.appending(path: "completions"), atomically: true, encoding: .utf8)
    let result = try await Toolchain.command(
      "fish", ["--no-config", "-c", "source completions; complete -C $argv[1]", typed],
      in: folder.url
    ).succeed()
    #expect(result.errors == "")
    return result.lines.map { line in
      let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }.sorted { $0.word < $1.word }
  }
}

/// A folder with files to complete, which is gone with the last who holds it.
private final class SomeFiles {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "completions-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for name in ["alpha.txt", "two words.txt", "beta.o"] {
      try Data().write(to: url.appending(path: name))
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
