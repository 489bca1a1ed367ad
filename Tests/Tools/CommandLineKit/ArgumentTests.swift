import Testing

@testable import CommandLineKit

/// Words and options, told from each other.
@Suite struct ArgumentTests {
  private func draw(_ words: String...) throws(CommandMistake) -> CommandArguments {
    try CommandArguments(words, of: Sample.draw)
  }

  // MARK: - What is there

  @Test func `Arguments keep their order, wherever the options are`() throws {
    for words in [
      ["circle", "big", "--verbose"], ["circle", "--verbose", "big"], ["-v", "circle", "big"],
    ] {
      let arguments = try CommandArguments(words, of: Sample.draw)
      #expect(arguments.words == ["circle", "big"])
      #expect(arguments.has(Sample.verbose))
    }
  }

  @Test(arguments: [
    ["--output", "a.txt"], ["--output=a.txt"], ["-o", "a.txt"], ["-o=a.txt"],
  ])
  func `A value follows its option or an equals sign`(option: [String]) throws {
    let arguments = try CommandArguments(option + ["circle"], of: Sample.draw)
    #expect(arguments.value(Sample.output) == "a.txt")
    #expect(arguments.values(Sample.output) == ["a.txt"])
    #expect(arguments.words == ["circle"])
  }

  @Test func `A missing option has no value`() throws {
    let arguments = try draw("circle")
    #expect(!arguments.has(Sample.verbose))
    #expect(arguments.value(Sample.output) == nil)
    #expect(arguments.values(Sample.tag) == [])
  }

  @Test func `A value may contain an equals sign or start with a dash`() throws {
    #expect(try draw("circle", "--output=a=b").value(Sample.output) == "a=b")
    #expect(try draw("circle", "--output==").value(Sample.output) == "=")
    #expect(try draw("circle", "--output=-v").value(Sample.output) == "-v")
    #expect(try draw("circle", "--output", "-").value(Sample.output) == "-")
    #expect(try draw("circle", "--output", "-x").value(Sample.output) == "-x")
  }

  @Test func `A repeated option has all its values, and the last as its single value`() throws {
    let arguments = try draw("--tag", "a", "circle", "--tag=b", "-t", "a")
    #expect(arguments.values(Sample.tag) == ["a", "b", "a"])
    #expect(arguments.value(Sample.tag) == "a")
  }

  @Test func `Nothing after two dashes is an option`() throws {
    #expect(try draw("--", "circle", "--verbose").words == ["circle", "--verbose"])
    #expect(try draw("circle", "--", "--").words == ["circle", "--"])
    #expect(try !draw("--", "circle", "--verbose").has(Sample.verbose))
    #expect(try draw("circle", "--").words == ["circle"])
  }

  @Test(arguments: ["-1", "-0.5", "-1e3", "-.5", "-"])
  func `A negative number and a single dash are arguments`(word: String) throws {
    #expect(try draw("circle", word).words == ["circle", word])
  }

  @Test(arguments: ["-inf", "-nan", "-x", "-1x", "--1"])
  func `Any other argument with a leading dash is an option`(word: String) {
    #expect(throws: CommandMistake.self) { try draw("circle", word) }
  }

  @Test func `The last parameter may take all remaining arguments, or none`() throws {
    #expect(try CommandArguments([], of: Sample.join).words == [])
    #expect(try CommandArguments(["a", "b", "c"], of: Sample.join).words == ["a", "b", "c"])
    #expect(try CommandArguments(["", "x y"], of: Sample.join).words == ["", "x y"])
  }

  @Test func `A parameter with suggestions accepts other values`() throws {
    #expect(try CommandArguments(["why"], of: Sample.ask).words == ["why"])
  }

  // MARK: - Numbers, and what has to be there

  @Test func `A positive number, or the word for it, is read`() throws {
    #expect(try draw("circle", "--depth", "2.5").positive(Sample.depth, default: 1) == 2.5)
    #expect(try draw("circle", "--depth=1e-3").positive(Sample.depth, default: 1) == 0.001)
    #expect(try draw("circle").positive(Sample.depth, default: 7) == 7)
  }

  @Test(arguments: ["0", "-1", "nan", "inf", "two", "1e999", "2 "])
  func `Any other number is an error`(text: String) throws {
    let arguments = try draw("circle", "--depth", text)
    let mistake = #expect(throws: CommandMistake.self) {
      try arguments.positive(Sample.depth, default: 1)
    }
    #expect(mistake?.message == "'--depth' must be a number above 0, not '\(text)'")
    #expect(mistake?.command == "draw")
  }

  @Test func `A missing required option is named`() throws {
    #expect(try draw("circle", "-o", "x").required(Sample.output) == "x")
    let arguments = try draw("circle")
    let mistake = #expect(throws: CommandMistake.self) { try arguments.required(Sample.output) }
    #expect(mistake?.message == "'draw' needs '-o, --output <file>'")
  }

  // MARK: - Mistakes

  @Test(
    arguments: [
      ([], "'draw' needs circle|square"),
      (["--verbose"], "'draw' needs circle|square"),
      (["circle", "a", "b"], "'draw' does not take 'b'"),
      (["circl"], "shape cannot be 'circl'; did you mean 'circle'?"),
      (["line"], "shape cannot be 'line'; available: circle, square"),
      (["circle", "--verbos"], "'draw' has no option '--verbos'; did you mean '--verbose'?"),
      (
        ["circle", "--xyz=1"],
        "'draw' has no option '--xyz'; available: --verbose, --output, --format, --depth, --tag, "
          + "--help"
      ),
      (["circle", "---"], "'draw' has no option '---'"),
      (["circle", "-vo"], "'draw' has no option '-vo'"),
      (["circle", "-V"], "'draw' has no option '-V'"),
      (["circle", "--verbose=yes"], "'--verbose' takes no value"),
      (["circle", "--verbose="], "'--verbose' takes no value"),
      (["circle", "-v", "--verbose"], "'--verbose' is given twice"),
      (["circle", "-o", "a", "--output=b"], "'--output' is given twice"),
      (["circle", "--output"], "'-o, --output <file>' needs a value"),
      (["circle", "--output="], "'-o, --output <file>' needs a value"),
      (["circle", "--output", ""], "'-o, --output <file>' needs a value"),
      (["circle", "--output", "--verbose"], "'-o, --output <file>' needs a value"),
      (["circle", "--output", "--", "x"], "'-o, --output <file>' needs a value"),
      (["circle", "--tag"], "'-t, --tag <name>…' needs a value"),
      (["circle", "--format", "jsn"], "'--format' cannot be 'jsn'; did you mean 'json'?"),
      (["circle", "--format=pdf"], "'--format' cannot be 'pdf'; available: text, json"),
    ] as [([String], String)])
  func `A usage error is named with a suggestion`(words: [String], message: String) {
    let mistake = #expect(throws: CommandMistake.self) {
      try CommandArguments(words, of: Sample.draw)
    }
    #expect(mistake?.message.hasPrefix(message) == true, "\(mistake?.message ?? "")")
    #expect(mistake?.command == "draw")
  }

  @Test func `Every one of several arguments has to be a valid choice`() throws {
    #expect(try CommandArguments(["red", "green", "red"], of: Sample.pick).words.count == 3)
    let mistake = #expect(throws: CommandMistake.self) {
      try CommandArguments(["red", "gren"], of: Sample.pick)
    }
    #expect(mistake?.message == "colour cannot be 'gren'; did you mean 'green'?")
  }

  @Test func `A hint is short, however many choices there are`() {
    #expect(NameHint.text(for: "x", among: []) == "")
    #expect(NameHint.text(for: "far", among: ["one"]) == "; available: one")
    #expect(
      NameHint.text(for: "serv", among: ["serve", "serf"])
        == "; did you mean 'serf' or 'serve'?")
    #expect(NameHint.text(for: "far", among: (1...9).map { "name\($0)" }) == "")
  }
}
