import ModuleGraph
import Testing

/// The lines that tests write for `modkit coverage`.
@Suite struct ExercisedDeclarationTests {
  private static func exercised(
    _ kind: ModuleGraph.Node.Kind = .task, name: String = "Sync", file: String = "Feed/Sync.swift",
    line: Int = 3, test: String = "It syncs"
  ) -> ExercisedDeclaration {
    ExercisedDeclaration(
      kind: kind, name: name, location: CodeLocation(fileID: file, line: line, column: 9),
      test: .init(name: test, file: "FeedTests/SyncTests.swift", line: 7))
  }

  @Test func `A line has the declaration and its test`() {
    #expect(
      Self.exercised().line
        == "exercised\ttask\tSync\tFeed/Sync.swift\t3\tIt syncs\tFeedTests/SyncTests.swift\t7")
  }

  @Test(arguments: [
    exercised(), exercised(.wire, name: "event a -> job b"), exercised(line: 100_000),
    exercised(.callback, name: "ä 🚢"),
  ])
  func `A line is read as it was written`(one: ExercisedDeclaration) {
    #expect(ExercisedDeclaration(line: one.line) == one)
  }

  @Test func `Line feeds and tabs in names stay on one line and in one field`() {
    let line = Self.exercised(name: "a\tb\nc", test: "x\ny\tz").line
    #expect(line.split(separator: "\t").count == 8)
    #expect(!line.contains("\n"))
    #expect(ExercisedDeclaration(line: line)?.line == line)
  }

  @Test func `Each incomplete line is damaged`() {
    let line = Self.exercised().line
    for length in 0..<line.count - 1 {
      #expect(ExercisedDeclaration(line: line.prefix(length)) == nil)
    }
  }

  @Test(arguments: [
    "covered\ttask\tSync\tFeed/Sync.swift\t3\tt\tf\t7", "exercised\ttask\t\tF\t3\tt\tf\t7",
    "exercised\ttask\tSync\tF\t0\tt\tf\t7", "exercised\ttask\tSync\tF\t-1\tt\tf\t7",
    "exercised\ttask\tSync\tF\tx\tt\tf\t7", "exercised\ttask\tSync\tF\t3\tt\tf\t7\tmore",
    "exercised\ttask\tSync\tF\t3\tt\tf\t99999999999999999999",
  ])
  func `A line with another form is damaged`(line: String) {
    #expect(ExercisedDeclaration(line: line) == nil)
  }

  @Test func `A file is read around its damaged lines, which are numbered`() {
    let (first, second) = (Self.exercised(), Self.exercised(name: "Load"))
    let read = ExercisedDeclaration.read("\(first.line)\nnoise\n\n\(second.line)\nexercised\tta")
    #expect(read.exercised == [first, second])
    #expect(read.damagedLines == [2, 3, 5])
    let whole = ExercisedDeclaration.read("\(first.line)\n")
    #expect(whole.exercised == [first])
    #expect(whole.damagedLines == [])
    #expect(ExercisedDeclaration.read("").damagedLines == [])
  }
}
