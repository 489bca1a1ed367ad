import ModularityTestSupport
import Synchronization
import Testing

@testable import TaskKit

/// Everything at once, from many threads.
@Suite struct StressTests {
  /// Who has begun and ended in which run, and whether a rule was broken.
  private final class Watch: Sendable {
    private let state = Mutex((over: Set<String>(), problems: [String]()))

    var problems: [String] { state.withLock { $0.problems } }

    /// A task of one run has begun: once only, and after what it depends on.
    func began(_ task: String, in run: String, after dependency: String?) {
      state.withLock { state in
        if let dependency, !state.over.contains("\(dependency) in \(run)") {
          state.problems.append("\(task) began before \(dependency) in \(run)")
        }
        if !state.over.insert("\(task) begun in \(run)").inserted {
          state.problems.append("\(task) began twice in \(run)")
        }
      }
    }

    func ended(_ task: String, in run: String) {
      state.withLock { _ = $0.over.insert("\(task) in \(run)") }
    }
  }

  @Test func `Eight threads that add, destroy, trigger, pause and cancel break no rule`()
    async throws
  {
    let manager = TaskManager.forTest(lanes: ProcessLanes(workerCount: 4))
    let watch = Watch()
    let events: [TaskEvent] = [.reserved1, .reserved2, .reload]
    try addChain(to: manager, watch)
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(thread))
          var dispatches: [TaskDispatch] = []
          for step in 0..<60 {
            let name = "link\(Int.random(in: 0..<8, using: &random))"
            // Each of these may come too late, or meet a name that is taken.
            switch Int.random(in: 0..<6, using: &random) {
            case 0: _ = try? manager.cancelTask(named: name)
            case 1: _ = try? manager.pauseTask(named: name)
            case 2: _ = try? manager.resumeTask(named: name)
            case 3:
              let own = "own\(thread).\(step)"
              try? manager.injectEventTask(
                name: own, event: [.reserved1, .reload], after: [name],
                autoRemove: step.isMultiple(of: 2), traits: [.concurrent]
              ) { _ in }
              if step.isMultiple(of: 3) { try? manager.destroyTask(named: own) }
            default:
              let event = events[Int.random(in: 0..<3, using: &random)]
              dispatches.append(
                manager.trigger(event, options: ["run": "\(thread).\(step)"]))
            }
          }
          for dispatch in dispatches {
            let reports = await dispatch.finished()
            #expect(reports.count == 1)
          }
        }
      }
    }
    #expect(watch.problems.isEmpty)
    #expect(manager.withLock { $0.queue.isEmpty })
  }

  /// A chain of tasks of all sorts, for all events.
  private func addChain(to manager: TaskManager, _ watch: Watch) throws {
    for index in 0..<8 {
      let name = "link\(index)"
      let before = index == 0 ? nil : "link\(index - 1)"
      let run: @Sendable (TaskContext) -> String = { context in
        "\(context.event) \(context["run"] ?? "")"
      }
      let dependencies = before.map { [$0] } ?? []
      switch index % 3 {
      case 0:
        try manager.injectEventTask(
          name: name, event: [.reserved1, .reserved2, .reload], dependencies: dependencies
        ) { context in
          // A paused one is left out, so that no task waits for it.
          watch.began(name, in: run(context), after: nil)
          await Task.yield()
          watch.ended(name, in: run(context))
        }
      case 1:
        try manager.injectEventTask(
          name: name, event: [.reserved1, .reserved2, .reload], dependencies: dependencies,
          traits: [.concurrent]
        ) { context in
          watch.began(name, in: run(context), after: nil)
          watch.ended(name, in: run(context))
        }
      default:
        try manager.injectEventTask(
          name: name, event: [.reserved1, .reserved2, .reload], dependencies: dependencies
        ) { @MainActor context in
          watch.began(name, in: run(context), after: nil)
          watch.ended(name, in: run(context))
        }
      }
    }
  }

  @Test func `Runs from many threads keep their order of dependencies`() async throws {
    let manager = TaskManager.forTest(lanes: ProcessLanes(workerCount: 4))
    let watch = Watch()
    for index in 0..<64 {
      let before = index == 0 ? nil : "t\((index - 1) / 2)"
      try manager.injectEventTask(
        name: "t\(index)", event: [.reserved1, .reserved2],
        dependencies: before.map { [$0] } ?? [], traits: [.concurrent]
      ) { context in
        let run = "\(context.event) \(context["run"] ?? "")"
        watch.began("t\(index)", in: run, after: before)
        watch.ended("t\(index)", in: run)
      }
    }
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          for step in 0..<20 {
            let event: TaskEvent = step.isMultiple(of: 2) ? .reserved1 : .reserved2
            let reports = await manager.trigger(event, options: ["run": "\(thread).\(step)"])
              .finished()
            #expect(reports.first?.tasks.filter(\.outcome.isSuccess).count == 64)
          }
        }
      }
    }
    #expect(watch.problems.isEmpty)
  }
}
