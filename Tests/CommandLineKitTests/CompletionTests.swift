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

  @Test(.enabled(if: hasZsh), arguments: [Sample.program, Sample.programWithDefault])
  func `Zsh can read the script`(program: ProgramSyntax) async throws {
    _ = try await Toolchain.command("zsh", ["-n", "-c", program.zshCompletions]).succeed()
  }

  // Bash reads the same quotes, lists and cases, so that it can stand in for zsh: what
  // the script calls in zsh is then a function that shows what it is given.

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

  @Test func `Zsh is told of the commands and what they are for`() async throws {
    #expect(
      try await zsh([""], of: Sample.program) == [
        "draw:Draw something.", "join:Join files.", "ask:Ask something.", "pick:Pick colours.",
        "help:Show what there is, or what a command takes.", "version:Show the version.",
      ])
  }

  @Test func `Zsh is told what a command takes`() async throws {
    let help = "(- *)--help[Show what it takes.]"
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
