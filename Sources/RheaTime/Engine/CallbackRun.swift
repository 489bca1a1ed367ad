import ProcessLifecycle
import Synchronization
import ToolkitTrace

/// One occurrence of an event, with the callbacks that it took.
struct CallbackRun: Sendable {
  let list: CallbackList
  let context: RheaContext
  let caller: SourcePlace
  let center: RheaCenter

  /// Runs what can run here and now, and starts the rest.
  @discardableResult
  func start() -> RheaTrigger {
    let token = Trace.begin()
    let trigger = Trace.withCause(token.id) { startUntraced() }
    Trace.end(
      token, context.event.rawValue, kind: .event, module: caller.module,
      cause: Trace.currentCause)
    return trigger
  }

  private func startUntraced() -> RheaTrigger {
    guard !list.isEmpty else { return RheaTrigger() }
    let runsInline = list.mainCount > 0 && ProcessLifecycle.isOnMain
    if runsInline, list.lastingCount == 0 {
      MainActor.assumeIsolated { run(on: nil) }
      return RheaTrigger()
    }
    let delivery = Delivery()
    if runsInline {
      MainActor.assumeIsolated { run(on: delivery) }
    } else {
      for callback in list.callbacks { startOffMain(callback, on: delivery) }
      if list.mainCount > 0 { queueOnMain(on: delivery) }
    }
    delivery.letGo()
    return RheaTrigger(delivery)
  }

  // MARK: - On the main actor

  /// How many events may be handled inside each other on the main actor.
  static let maximumNesting = 100

  /// How many events are being handled on the main actor, each triggered by a
  /// callback of the one before.
  private static let nesting = Atomic(0)

  /// Whether the caller is a callback in what is most likely a circle, which
  /// would end in an overflow of the stack.
  static var isNestedTooDeep: Bool {
    nesting.load(ordering: .relaxed) >= maximumNesting && ProcessLifecycle.isOnMain
  }

  /// Runs or starts the callbacks in their order.
  ///
  /// - Parameter delivery: What waits for those that may last; nothing if there
  ///   are none.
  @MainActor
  private func run(on delivery: Delivery?) {
    Self.nesting.add(1, ordering: .relaxed)
    defer { Self.nesting.subtract(1, ordering: .relaxed) }
    for callback in list.callbacks {
      if case .sync(let body) = callback.body {
        guard !callback.isCancelled.load(ordering: .relaxed) else { continue }
        do {
          try Trace.span(callback.name, kind: .event, module: callback.place.module) {
            try body(context)
          }
        } catch {
          report(error, of: callback)
        }
      } else if let delivery {
        startOnMain(callback, on: delivery)
        startOffMain(callback, on: delivery)
      }
    }
  }

  /// Has the callbacks that belong to the main actor run there, after what is
  /// queued there already.
  private func queueOnMain(on delivery: Delivery) {
    let onMain = CallbackRun(
      list: CallbackList(list.callbacks.filter { !$0.body.isConcurrent }), context: context,
      caller: caller, center: center)
    delivery.holdAnother()
    startTask {
      Task { @MainActor in
        onMain.run(on: delivery)
        delivery.letGo()
      }
    }
  }

  /// Starts a callback that may suspend on the main actor; does nothing for
  /// others.
  @MainActor
  private func startOnMain(_ callback: Callback, on delivery: Delivery) {
    guard case .mainAsync(let body) = callback.body else { return }
    delivery.holdAnother()
    let run: @MainActor @Sendable () async -> Void = {
      await perform(callback) { try await body(context) }
      delivery.letGo()
    }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      Task.immediate { await run() }
    } else {
      Task { await run() }
    }
  }

  // MARK: - Off the main actor

  /// Starts a callback that runs off the main actor; does nothing for others.
  private func startOffMain(_ callback: Callback, on delivery: Delivery) {
    guard case .concurrent(let body) = callback.body else { return }
    delivery.holdAnother()
    startTask {
      Task(priority: callback.priority.taskPriority) { @concurrent in
        await perform(callback) { try await body(context) }
        delivery.letGo()
      }
    }
  }

  /// Starts tasks so that it works before `main` too.
  private func startTask(_ start: @escaping @Sendable () -> Void) {
    if LaunchMoments.areUnderWay { ProcessLifecycle.useDispatchBeforeMain(start) } else { start() }
  }

  /// Runs an asynchronous callback, unless it has been cancelled meanwhile.
  private nonisolated(nonsending) func perform(
    _ callback: Callback, _ body: nonisolated(nonsending) () async throws -> Void
  ) async {
    guard !callback.isCancelled.load(ordering: .relaxed) else { return }
    do {
      try await Trace.span(callback.name, kind: .event, module: callback.place.module) {
        try await body()
      }
    } catch {
      report(error, of: callback)
    }
  }

  // MARK: - Errors

  private func report(_ error: any Error, of callback: Callback) {
    if let wrong = error as? WrongPayload {
      center.report(.wrongPayload(wrong, for: callback))
    } else {
      center.report(.failed(callback, with: error))
    }
  }
}
