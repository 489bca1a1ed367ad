import Foundation
import ModularityTestSupport
import Testing

@testable import TaskKit

// MARK: - What is declared

private enum KindOfTask: TaskKind {}
private enum Kinds {
  enum Nested: TaskKind {}
}
@EventTask(on: .demand) private enum KindWithRun: TaskKind {
  static func run() -> Int { 3 }
}

#task(KindOfTask.self, on: .demand, dependsOn: [KindWithRun.self]) { context in
  try context.result(of: KindWithRun.self, as: Int.self) + 1
}
#task(Kinds.Nested.self, .high, on: .demand, after: [KindOfTask.self], .timeout(.seconds(60))) {
  await Task.yield()
}

// MARK: - What is read back

/// Tasks that are named by types.
@Suite struct TaskKindTests {
  @Test func `A task that a type names has the name of the type`() throws {
    let task = try Declared.task("KindOfTask")
    #expect(task.type == KindOfTask.self)
    #expect(
      try Declared.detail("KindOfTask") == [
        "on": ["demand"], "dependsOn": [["type": "KindWithRun"]], "type": "KindOfTask",
      ])
    #expect(try Declared.task("Nested").type == Kinds.Nested.self)
  }

  @Test func `A task runs, is depended on and is watched by its type`() async throws {
    try await TaskManager.withFreshState {
      let seen = EventRecorder<String>()
      TaskManager.shared.watch(KindOfTask.self) { seen.record("\($0)") }
      let reports = try await TaskManager.shared.runTask(KindOfTask.self).finished()
      #expect(reports.flatMap(\.tasks).map(\.name).sorted() == ["KindOfTask", "KindWithRun"])
      #expect(reports.allSatisfy { $0.hasSucceeded })
      #expect(
        seen.events == ["KindOfTask: scheduled", "KindOfTask: running", "KindOfTask: succeeded"])
      try await TaskManager.shared.runTask(Kinds.Nested.self).finished()
      let error = #expect(throws: TaskError.self) {
        try TaskManager.shared.runTask(UndeclaredKind.self)
      }
      #expect(error?.message.contains("UndeclaredKind") == true)
    }
  }
}

private enum UndeclaredKind: TaskKind {}
