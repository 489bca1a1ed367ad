import Foundation
import Testing

@testable import CommandLineKit

/// Tables, and the terminals that they are for.
@Suite struct TextTableTests {
  private let table = TextTable(
    columns: ["name", "dependsOn", "count"], rows: [["a", "b, c", "5"], ["longer", "", "1200"]],
    numbers: ["count"])

  @Test func `Columns are as wide as their widest cell`() {
    #expect(
      table.text(for: Terminal(width: nil)) == """
        NAME    DEPENDS ON  COUNT
        a       b, c            5
        longer               1200
        """)
  }

  @Test func `Lines do not end with spaces`() {
    let table = TextTable(columns: ["a", "b"], rows: [["x", ""], ["", "y"], ["", ""]])
    #expect(table.text(for: Terminal(width: nil)) == "A  B\nx\n   y\n")
  }

  @Test func `No line is longer than the terminal is wide`() {
    for width in 2...30 {
      let lines = table.text(for: Terminal(width: width)).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width })
      #expect(lines.contains { $0.contains("…") } == (width < 25))
    }
  }

  @Test func `The widest columns are cut first, source locations last and at their start`() {
    let table = TextTable(
      columns: ["key", "place", "detail", "count"],
      rows: [["a key", "Module/File.swift:12", "something that is long", "123456789"]],
      numbers: ["count"])
    func row(_ width: Int, indentation: Int = 0) -> String {
      let text = table.text(for: Terminal(width: width), indentation: indentation)
      return String(text.split(separator: "\n")[1])
    }
    #expect(row(62) == "a key  Module/File.swift:12  something that is long  123456789")
    #expect(row(61) == "a key  Module/File.swift:12  something that is lo…  123456789")
    #expect(row(61) == row(63, indentation: 2))
    #expect(row(46) == "a key  Module/File.swift:12  somet…  123456789")
    #expect(row(45) == "a key  …dule/File.swift:12  somet…  123456789")
    #expect(row(32) == "a key  …ft:12  somet…  123456789")
    // Part of a number would be another one: the line is cut.
    #expect(row(31) == "a key  …ft:12  somet…  1234567…")
  }

  @Test func `Only the heading is bold, and only with colors`() {
    let lines = table.text(for: Terminal(width: nil, hasColor: true)).split(separator: "\n")
    #expect(lines[0] == "\u{1B}[1mNAME    DEPENDS ON  COUNT\u{1B}[0m")
    #expect(lines[1] == "a       b, c            5")
  }

  @Test func `A cell can neither break its row nor change the terminal`() {
    let table = TextTable(columns: ["text"], rows: [["a\nb\tc\r\nd"], ["\u{1B}[31mred\u{7}"]])
    #expect(table.text(for: Terminal(width: nil)) == "TEXT\na\\nb\\tc\\r\\nd\n\\u{1B}[31mred\\u{7}")
  }

  @Test func `A row has a cell for each column`() {
    var table = TextTable(columns: ["a", "b"])
    table.append(["1"])
    table.append(["1", "2", "3"])
    #expect(table.rows == [["1", ""], ["1", "2"]])
    #expect(TextTable(columns: []).text(for: Terminal(width: nil)) == "")
  }
}

@Suite struct TerminalOutputTests {
  /// What is written to a terminal of 40 columns.
  private func output(
    isInteractive: Bool = true, _ body: (Terminal) -> Void
  ) throws -> (output: String, errors: String) {
    let output = Pipe()
    let errors = Pipe()
    body(
      Terminal(
        width: 40, isInteractive: isInteractive,
        output: TextOutput(descriptor: output.fileHandleForWriting.fileDescriptor),
        errors: TextOutput(descriptor: errors.fileHandleForWriting.fileDescriptor)))
    try output.fileHandleForWriting.close()
    try errors.fileHandleForWriting.close()
    func text(_ pipe: Pipe) throws -> String {
      String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
    return (try text(output), try text(errors))
  }

  private let clear = "\r\u{1B}[2K"

  @Test func `Lines go to standard output, notes do not`() throws {
    let texts = try output { terminal in
      terminal.print("answer")
      terminal.note("note")
    }
    #expect(texts.output == "answer\n")
    #expect(texts.errors == "note\n")
  }

  @Test func `Progress stays the last line until it is removed`() throws {
    let half = String(repeating: "█", count: 12) + String(repeating: "░", count: 12)
    let texts = try output { terminal in
      terminal.show(progress: 0.5, "half")
      terminal.print("line")
      terminal.endProgress()
      terminal.endProgress()
      terminal.print("end")
    }
    let progress = "\(half) 50 % half"
    #expect(texts.output == "\(clear)\(progress)\(clear)line\n\(progress)\(clear)end\n")
  }

  @Test func `Progress fits on a line, and is between 0 and 1`() throws {
    let texts = try output { terminal in
      terminal.show(progress: 7, String(repeating: "x", count: 100))
      terminal.show(progress: -1, "")
    }
    let lines = texts.output.components(separatedBy: clear)
    #expect(lines[1].count == 39)
    #expect(lines[1].hasPrefix(String(repeating: "█", count: 24) + " 100 % xxx"))
    #expect(lines[2] == String(repeating: "░", count: 24) + " 0 % ")
  }

  @Test func `Progress is shown on terminals only`() throws {
    let texts = try output(isInteractive: false) { $0.show(progress: 0.5, "half") }
    #expect(texts.output == "")
  }

  @Test func `Styles change colors only`() {
    #expect(Terminal(width: nil).styled("x", .red) == "x")
    #expect(Terminal(width: nil, hasColor: true).styled("x", .red) == "\u{1B}[31mx\u{1B}[0m")
  }

  @Test func `A failed write of output is remembered`() throws {
    #expect(try output { $0.print("x") }.output == "x\n")
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let terminal = Terminal(width: nil, output: TextOutput(descriptor: full.fileDescriptor))
    #expect(terminal.failure == nil)
    // The file is closed with its handle.
    withExtendedLifetime(full) { terminal.print("x") }
    #expect(terminal.failure == "No space left on device")
  }
}
