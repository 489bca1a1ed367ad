import Testing

@testable import ProcessLifecycle

@Suite struct MainQueueTests {
  @TaskLocal private static var cause = "none"

  private static var isInTask: Bool { unsafe withUnsafeCurrentTask { unsafe $0 != nil } }

  /// The three ways to the main actor, as the comment of ``MainQueue`` names them.
  enum Way: CaseIterable {
    case block
    case task
    case detachedTask

    func submit(_ body: @escaping @MainActor @Sendable () -> Void) {
      switch self {
      case .block: MainQueue.enqueue { MainActor.assumeIsolated(body) }
      case .task: Task { @MainActor in body() }
      case .detachedTask: Task.detached { @MainActor in body() }
      }
    }

    /// Runs a closure by this way and returns its result.
    func result<Value: Sendable>(
      _ body: @escaping @MainActor @Sendable () -> Value
    ) async -> Value {
      await withCheckedContinuation { continuation in
        submit { continuation.resume(returning: body()) }
      }
    }
  }

  @Test(arguments: Way.allCases)
  func `Every way of submitting runs on the main actor`(way: Way) async {
    #expect(await way.result { MainQueue.isCurrent })
  }

  @MainActor
  @Test(arguments: Way.allCases)
  func `No way of submitting runs a block at once`(way: Way) async {
    let recorder = Recorder<String>()
    way.submit { recorder.note("submitted") }
    recorder.note("caller")
    await way.result {}
    #expect(recorder.entries == ["caller", "submitted"])
  }

  @Test func `Blocks and jobs run in the order in which they were submitted`() async {
    let recorder = Recorder<Int>()
    let ways = Way.allCases
    // From the main actor, where nothing submitted can run in between.
    await MainActor.run {
      for number in 0..<300 { ways[number % ways.count].submit { recorder.note(number) } }
    }
    await Way.block.result {}
    #expect(recorder.entries == Array(0..<300))
  }

  @Test func `Only a task that is not detached inherits task-locals`() async {
    await Self.$cause.withValue("event") {
      #expect(await Way.block.result { Self.cause } == "none")
      #expect(await Way.task.result { Self.cause } == "event")
      #expect(await Way.detachedTask.result { Self.cause } == "none")
    }
  }

  @Test func `Only a task that is not detached inherits its priority`() async {
    await Task.detached(priority: .background) {
      #expect(await Way.task.result { Task.basePriority } == .background)
      #expect(await Way.detachedTask.result { Task.basePriority } == .medium)
    }.value
  }

  @Test func `A block runs in no task`() async {
    #expect(await !Way.block.result { Self.isInTask })
    #expect(await Way.task.result { Self.isInTask })
    #expect(await Way.detachedTask.result { Self.isInTask })
  }
}
