import EditorServer
import SourceInspection
import Synchronization
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct ScaleTests {
  private static let path = LargeProgram.path(3)
  private static let url = TextPosition(line: 3, column: 35)
  private static let event = TextPosition(line: 4, column: 38)

  /// Returns the result of an answer, and the number of texts that it has read.
  private func counted<Result>(
    _ answer: (EditorAnswers) -> Result
  ) -> (result: Result, reads: Int) {
    let program = LargeProgram()
    let result = answer(program.answers(open: 10))
    return (result, program.reads.withLock { $0 })
  }

  @Test func `An answer reads the files that it names, and no others`() {
    let definitions = counted { $0.definitions(at: Self.url, in: Self.path) }
    #expect(definitions.result.count == 1 && definitions.reads == 0)
    let references = counted {
      $0.references(at: Self.event, in: Self.path, includingDeclaration: false)
    }
    #expect(references.result.count == 10 && references.reads == 9)
    let symbols = counted { $0.symbols(matching: "Task77") }
    #expect(symbols.result.first?.name == "Task77" && symbols.reads <= symbols.result.count)
  }

  @Test func `Completions, problems and hovers of open files read no other`() {
    let completions = counted { $0.completions(at: Self.url, in: Self.path) }
    #expect(!completions.result.isEmpty && completions.reads == 0)
    let hover = counted {
      $0.hover(at: Self.event, in: Self.path, now: Date(timeIntervalSince1970: 0))
    }
    #expect(hover.result != nil && hover.reads == 0)
    #expect(counted { $0.problems(in: Self.path) }.reads == 0)
  }

  @Test func `A large program has no unresolved name`() {
    let codes = LargeProgram().answers(open: 2).problems(in: LargeProgram.path(1)).map(\.code)
    #expect(codes.filter { $0 != "brokenTaskCycle" } == [])
  }
}
