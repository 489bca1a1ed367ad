import ProcessLifecycle
import Synchronization
import ToolkitTrace

extension CallbackList {
  /// Runs the callbacks that can run here, and starts the others.
  ///
  /// - Parameters:
  ///   - context: The event and its value.
  ///   - caller: The source location of the trigger.
  ///   - center: The center of the event.
  /// - Returns: A handle with which to wait for the started callbacks.
  @inline(__always)
  @discardableResult
  func run(with context: RheaContext, caller: CodeLocation, in center: RheaCenter) -> RheaTrigger {
    if Trace.isOn {
      Trace.span(context.event.rawValue, kind: .event, module: caller.module) {
        CallbackRun(list: self, context: context, center: center).start()
      }
    } else if lastingCount > 0 {
      CallbackRun(list: self, context: context, center: center).start()
    } else if isEmpty {
      RheaTrigger()
    } else if ProcessLifecycle.isOnMain {
      runOnMain(with: context, in: center)
    } else {
      CallbackRun(list: self, context: context, center: center).start()
    }
  }

  /// Runs a list of synchronous callbacks, which is the fast path of most triggers.
  ///
  /// - Precondition: The caller runs on the main actor.
  private func runOnMain(with context: RheaContext, in center: RheaCenter) -> RheaTrigger {
    let depth = CallbackRun.enter()
    for index in callbacks.indices {
      // The list retains the callbacks. Retaining each again would take as long as calling it.
      unsafe Unmanaged.passUnretained(callbacks[index])._withUnsafeGuaranteedRef { callback in
        guard !callback.isCancelled.load(ordering: .relaxed) else { return }
        do {
          try callback.syncBody.callOnMain(context)
        } catch {
          center.report(error, of: callback)
        }
      }
    }
    CallbackRun.leave(to: depth)
    return RheaTrigger()
  }
}

/// One occurrence of an event, with the callbacks that it has taken.
struct CallbackRun: Sendable {
  let list: CallbackList
  let context: RheaContext
  let center: RheaCenter

  /// Runs the callbacks that can run here, and starts the others.
  func start() -> RheaTrigger {
    guard !list.isEmpty else { return RheaTrigger() }
    let delivery = Delivery()
    if let activity = FreshActivity.current {
      activity.begin()
      delivery.whenFinished { activity.end() }
    }
    if list.mainCount > 0, ProcessLifecycle.isOnMain {
      runOnMain(delivery: delivery)
    } else {
      for callback in list.callbacks { startOffMain(callback, on: delivery) }
      if list.mainCount > 0 { queueOnMain(on: delivery) }
    }
    delivery.letGo()
    return RheaTrigger(delivery)
  }

  // MARK: - On the main actor

  /// The maximum number of nested events on the main actor.
  static let maximumNesting = 100

  /// The number of nested events on the main actor, each triggered by a callback of the previous
  /// one.
  private static let nesting = Atomic(0)

  /// The number of asynchronous callbacks that led to the current code, each started by an event of
  /// the previous one.
  @TaskLocal private static var chain = 0

  /// A Boolean value that indicates whether any chain has become too long.
  ///
  /// Until then, chains need not be checked.
  private static let hasLongChain = Atomic(false)

  /// A Boolean value that indicates whether the caller is a callback in a probable cycle, which
  /// would overflow the stack or never end.
  static var isNestedTooDeep: Bool {
    if nesting.load(ordering: .relaxed) >= maximumNesting, ProcessLifecycle.isOnMain { return true }
    return hasLongChain.load(ordering: .relaxed) && chain >= maximumNesting
  }

  /// Starts the task of an asynchronous callback, as the next one of the chain.
  private static func lengthenChain(_ start: () -> Void) {
    let length = chain + 1
    if length >= maximumNesting { hasLongChain.store(true, ordering: .relaxed) }
    $chain.withValue(length, operation: start)
  }

  /// Increments the nesting for an event.
  ///
  /// Only the main actor writes to it.
  ///
  /// - Returns: The value to pass to ``leave(to:)``.
  fileprivate static func enter() -> Int {
    let depth = nesting.load(ordering: .relaxed)
    nesting.store(depth + 1, ordering: .relaxed)
    return depth
  }

  /// Restores the nesting after an event.
  fileprivate static func leave(to depth: Int) {
    nesting.store(depth, ordering: .relaxed)
  }

  /// Runs or starts the callbacks in their order.
  ///
  /// - Precondition: The caller runs on the main actor.
  private func runOnMain(delivery: Delivery) {
    let depth = Self.enter()
    for callback in list.callbacks {
      runOnMain(callback)
      startOnMain(callback, on: delivery)
      startOffMain(callback, on: delivery)
    }
    Self.leave(to: depth)
  }

  /// Runs a synchronous callback.
  ///
  /// For other callbacks it does nothing.
  private func runOnMain(_ callback: Callback) {
    guard callback.body.returnsAtOnce, !callback.isCancelled.load(ordering: .relaxed)
    else { return }
    do {
      try Trace.span(callback.name, kind: .event, module: callback.location.module) {
        try callback.syncBody.callOnMain(context)
      }
    } catch {
      center.report(error, of: callback)
    }
  }

  /// Enqueues the callbacks of the main actor there.
  private func queueOnMain(on delivery: Delivery) {
    let onMain = CallbackRun(
      list: CallbackList(list.callbacks.filter { !$0.body.isConcurrent }), context: context,
      center: center)
    delivery.holdAnother()
    Task { @MainActor in
      onMain.runOnMain(delivery: delivery)
      delivery.letGo()
    }
  }

  /// Starts an asynchronous callback on the main actor.
  ///
  /// For other callbacks it does nothing.
  ///
  /// - Precondition: The caller runs on the main actor.
  private func startOnMain(_ callback: Callback, on delivery: Delivery) {
    guard case .mainAsync(let body) = callback.body else { return }
    delivery.holdAnother()
    let run: @MainActor @Sendable () async -> Void = {
      await perform(callback) { try await body(context) }
      delivery.letGo()
    }
    Self.lengthenChain {
      _ = MainActor.assumeIsolated {
        if #available(macOS 26, iOS 26, tvOS 26, visionOS 26, *) {
          Task.immediate { await run() }
        } else {
          Task { await run() }
        }
      }
    }
  }

  // MARK: - Off the main actor

  /// Starts a callback that runs off the main actor.
  ///
  /// For other callbacks it does nothing.
  private func startOffMain(_ callback: Callback, on delivery: Delivery) {
    guard case .concurrent(let body) = callback.body else { return }
    delivery.holdAnother()
    Self.lengthenChain {
      Task(priority: callback.priority.taskPriority) { @concurrent in
        await perform(callback) { try await body(context) }
        delivery.letGo()
      }
    }
  }

  /// Runs an asynchronous callback, unless it has been cancelled since it was taken.
  private nonisolated(nonsending) func perform(
    _ callback: Callback, _ body: nonisolated(nonsending) () async throws -> Void
  ) async {
    guard !callback.isCancelled.load(ordering: .relaxed) else { return }
    do {
      try await Trace.span(callback.name, kind: .event, module: callback.location.module) {
        try await body()
      }
    } catch {
      center.report(error, of: callback)
    }
  }
}

/// One occurrence of an event, with which to wait for its callbacks.
///
/// ```swift
/// await Rhea.trigger(event: .userDidLogin).finished()
/// ```
///
/// It need not be kept. The callbacks run in any case.
public struct RheaTrigger: Sendable {
  /// The callbacks that had not returned when the trigger did.
  ///
  /// It is `nil` if all had returned, which avoids an allocation in the most frequent case.
  private let delivery: Delivery?

  init(_ delivery: Delivery? = nil) {
    self.delivery = delivery
  }

  /// A Boolean value that indicates whether every callback of this occurrence has returned.
  public var isFinished: Bool { delivery?.isFinished ?? true }

  /// Waits until every callback of this occurrence has returned.
  ///
  /// Waits for them even if the waiting task is cancelled: callbacks belong to
  /// the process, not to who happens to wait for them.
  public func finished() async { await delivery?.finished() }
}
