import Testing

@testable import CommandLineKit

/// Command lines of a whole program, and its help.
@Suite struct ProgramTests {
  private func words(_ line: String..., in program: ProgramSyntax) throws -> [String] {
    let request = try program.request(in: line)
    return [request.command.name] + request.arguments.words
  }

  // MARK: - Requests

  @Test func `A command line names a command and its arguments`() throws {
    #expect(try words("join", "a", "b", in: Sample.program) == ["join", "a", "b"])
    let request = try Sample.program.request(in: ["draw", "circle", "-v"])
    #expect(request.command == Sample.draw)
    #expect(request.arguments.has(Sample.verbose))
  }

  @Test func `Without a command, the default one or the help is run`() throws {
    #expect(try words(in: Sample.program) == ["help"])
    #expect(
      try Sample.programWithDefault.request(in: ["-o", "x", "circle"]).command == Sample.draw)
    let mistake = #expect(throws: CommandMistake.self) {
      try Sample.programWithDefault.request(in: [])
    }
    #expect(mistake?.message == "'draw' needs circle|square")
  }

  @Test func `Options show the help and the version`() throws {
    for program in [Sample.program, Sample.programWithDefault] {
      #expect(try words("--help", in: program) == ["help"])
      #expect(try words("-h", in: program) == ["help"])
      #expect(try words("--version", in: program) == ["version"])
      #expect(try words("draw", "--help", in: program) == ["help", "draw"])
      #expect(try words("join", "a", "-h", "--nonsense", in: program) == ["help", "join"])
      #expect(try words("join", "--", "--help", in: program) == ["join", "--help"])
    }
    #expect(
      try words("-v", "--help", in: Sample.programWithDefault) == ["help", "draw"])
  }

  @Test func `An unknown command is named, with the nearest one`() {
    let mistake = CommandMistake("no command is named 'drw'; did you mean 'draw'?")
    #expect(throws: mistake) { try Sample.program.request(in: ["drw", "circle"]) }
    #expect(throws: mistake) { try Sample.program.command(named: "drw") }
  }

  @Test func `A usage error refers to the help`() {
    let program = Sample.program
    #expect(
      program.explanation(of: CommandMistake("no 'x'", of: "draw"))
        == "no 'x'. Try 'sample help draw'.")
    #expect(
      program.explanation(of: CommandMistake("no 'x'; did you mean 'y'?"))
        == "no 'x'; did you mean 'y'? Try 'sample help'.")
  }

  // MARK: - Help

  @Test func `The overview names every command and exit code`() {
    #expect(
      Sample.program.overview == """
        A program.

        usage: sample <command> [options]
               sample --version

        commands:
          draw     Draw something.
          join     Join files.
          ask      Ask something.
          pick     Pick colours.
          help     Show all commands, or the parameters and options of one.
          version  Show the version.

        'sample help <command>' and 'sample <command> --help' describe one command.

        exit codes:
          0   It succeeded.
          64  The command line is invalid.

        That is all.
        """)
    #expect(Sample.programWithDefault.overview.contains("\nusage: sample [command] [options]\n\n"))
    #expect(!Sample.programWithDefault.overview.contains("exit codes"))
  }

  @Test func `The help of a command shows its parameters and options`() {
    #expect(
      Sample.program.help(for: Sample.draw) == """
        Draw something.

        usage: sample draw circle|square [<label>] [options]

        arguments:
          shape  What is drawn.
          label  What is below it.

        options:
          -v, --verbose        Say more.
          -o, --output <file>  Where it goes; it's replaced.
          --format text|json   How [it] is written: so.
          --depth <number>     How deep.
          -t, --tag <name>…    A tag; of any number.

        What is drawn is drawn once.
        A second line.
        """)
    #expect(
      Sample.program.help(for: .version) == "Show the version.\n\nusage: sample version")
    #expect(Sample.program.help(for: Sample.join).contains("usage: sample join [<file>…]\n"))
  }

  @Test func `Long discussions are broken into lines of eighty characters`() {
    let words = (1...60).map { "word\($0)" }
    let syntax = CommandSyntax(name: "x", summary: "X.", discussion: words.joined(separator: " "))
    let lines = Sample.program.help(for: syntax).split(separator: "\n").dropFirst(2)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.dropLast().allSatisfy { $0.count > 72 })
    #expect(lines.joined(separator: " ") == words.joined(separator: " "))
  }
}
