import Declarations
import EditorServer
import ModuleGraph
import SourceInspection
import Synchronization

/// A program of 3,000 records in 1,000 files, in which each file has a use of what another one
/// declares.
final class LargeProgram: Sendable {
  static let files = 1_000

  let graph: ModuleGraph
  let uses: ProgramUses
  /// The number of texts of files that are not open, and that were asked for.
  let reads = Mutex(0)

  init() {
    graph = ModuleGraph(records: (0..<Self.files).flatMap(Self.records(of:)))
    var uses = ProgramUses()
    for number in 0..<Self.files {
      let fileID = Self.path(number)
      let location = CodeLocation(fileID: fileID, line: 4, column: 20)
      let other = (number + 1) % Self.files
      uses.paths[fileID] = fileID
      uses.uses += [
        ModuleGraph.Use(
          .calls, .route, "kl://Part\(other)/open?id=7", module: location.module,
          location: location, origin: .code),
        ModuleGraph.Use(
          .triggers, .event, "event\(number % 100)", module: location.module,
          location: CodeLocation(fileID: fileID, line: 5, column: 20), origin: .code),
      ]
    }
    self.uses = uses
  }

  static func path(_ number: Int) -> String { "Module\(number % 40)/File\(number).swift" }

  static func text(_ number: Int) -> String {
    """
    @KhalaModule final class Part\(number) { func open(id: Int) {} }
    #task("Task\(number)", dependsOn: ["Task\((number + 1) % files)"]) {}
    #rhea(time: "event\(number % 100)") {}
    func call() { Khala(str: "kl://Part\((number + 1) % files)/open?id=7") }
    func send() { Rhea.trigger(event: "event\(number % 100)") }
    """
  }

  private static func records(of number: Int) -> [DeclaredRecord] {
    let path = path(number)
    return [
      DeclaredRecord(
        kind: .routingClass, key: "Part\(number)", fileID: path, line: 1, id: UInt64(number),
        detail: """
          {"type":"Part\(number)","functions":[{"name":"open","line":1,"parameters":[
          {"name":"id","label":"id","type":"Int"}]}]}
          """),
      DeclaredRecord(
        kind: .eventTask, key: "Task\(number)", fileID: path, line: 2, id: UInt64(number),
        detail: #"{"on":["demand"],"after":[{"name":"Task\#((number + 1) % files)"}]}"#),
      DeclaredRecord(
        kind: .callback, key: "event\(number % 100)", fileID: path, line: 3, id: UInt64(number),
        detail: "{}"),
    ]
  }

  /// The answers, with so many files open.
  func answers(open count: Int) -> EditorAnswers {
    let open = (0..<count).map { (Self.path($0), Sketch(Self.text($0)).file) }
    return EditorAnswers(
      graph: graph, uses: uses, documents: Dictionary(uniqueKeysWithValues: open), zones: .sample,
      text: { [self] path in
        reads.withLock { $0 += 1 }
        let digits = path.drop { $0 != "/" }.filter(\.isNumber)
        return Int(digits).map(Self.text)
      })
  }
}
