import Bridge
import Foundation
import Khala
import ModularityTestSupport
import Synchronization
import TaskKit
import TaskStore
import Testing
import ToolkitTrace

/// The fresh state of a test with `.module`: its modules, its time, and the errors in it.
///
/// The errors are collected, and recorded as issues by the test's own task. Code of a detached task
/// does not know its test.
final class ModuleScope: Sendable {
  /// The scope of the calling code, or `nil` outside of `.module`.
  static var current: ModuleScope? { FreshStates.state(of: ModuleScope.self) }

  /// The date at which each state starts: 2026-01-01 00:00 UTC.
  static let start = Date(timeIntervalSince1970: 1_767_225_600)

  let clock = ManualClock()
  let selection: ModuleSelection
  private let problems = Mutex<[String]>([])

  init(_ selection: ModuleSelection) { self.selection = selection }

  /// Runs a test, and records the errors in its state as issues.
  func run(at location: SourceLocation, _ test: () async throws -> Void) async throws {
    defer { recordProblems(at: location) }
    // Around the states of the products, because code that a schedule runs sees only these.
    try await FreshStates.with(self) {
      try await FreshStates.with(missedCalls) {
        try await Bridge.withFreshState(
          including: { [selection] in selection.includes($0) },
          time: FreshTime(clock, startingAt: Self.start)
        ) {
          // A call without a route becomes an issue, and the test continues.
          Khala.isEnabledAssert = false
          Bridge.handleErrors { [weak self] error in self?.note(error) }
          try await TaskManager.shared.use(.memory(clock: clock, startingAt: Self.start))
          try await test()
        }
      }
    }
  }

  /// Records the errors since the last call as issues.
  func recordProblems(at location: SourceLocation) {
    let new = problems.withLock { problems in
      defer { problems = [] }
      return problems
    }
    for problem in new { Issue.record(Comment(rawValue: problem), sourceLocation: location) }
  }

  private var missedCalls: MissedCalls {
    MissedCalls { [weak self] url, caller in
      guard let self else { return }
      note(selection.missingRoute(url, at: caller))
    }
  }

  private func note(_ error: any ModularityError) {
    let cause = (error.underlyingError as? any ModularityError) ?? error
    let location = error.location ?? CodeLocation(fileID: "unknown", line: 0)
    switch cause {
    case let error as KhalaError where [.classNotFound, .functionNotFound].contains(error.code):
      // The scope has received the call itself.
      return
    case let error as TaskError where error.code == .unknownTask && error.tasks.count == 1:
      note(selection.missingTask(error.tasks[0], at: location))
    case let error as TaskStoreError where error.code == .unknownJob:
      note(selection.missingJob(error.job ?? "?", at: location))
    default: note("\(error)")
    }
  }

  private func note(_ problem: String) {
    problems.withLock { problems in
      if !problems.contains(problem) { problems.append(problem) }
    }
  }
}
