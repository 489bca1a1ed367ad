import ProcessLifecycle
import Synchronization
import ToolkitTrace

extension CallbackList {
  /// Runs what can run here and now, and starts the rest.
  ///
  /// - Parameters:
  ///   - context: What happened.
  ///   - caller: Where it was triggered.
  ///   - center: Where it happens.
  /// - Returns: What waits for the rest.
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

  /// Runs callbacks that all return at once: the shortest way, which a trigger
  /// takes in most cases.
  ///
  /// - Precondition: The caller runs on the main actor.
  private func runOnMain(with context: RheaContext, in center: RheaCenter) -> RheaTrigger {
    let depth = CallbackRun.enter()
    for index in callbacks.indices {
      // The list holds the callbacks; counting one more reference to each would
      // take as long as calling it.
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

/// One occurrence of an event, with the callbacks that it took.
struct CallbackRun: Sendable {
  let list: CallbackList
  let context: RheaContext
  let center: RheaCenter

  /// Runs what can run here and now, and starts the rest.
  func start() -> RheaTrigger {
    guard !list.isEmpty else { return RheaTrigger() }
    let delivery = Delivery()
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

  /// The number of events that may be handled inside each other on the main actor.
  static let maximumNesting = 100

  /// The number of events being handled on the main actor, each triggered by a callback of
  /// the one before.
  private static let nesting = Atomic(0)

  /// The number of asynchronous callbacks that led to the calling code, each started by an
  /// event that the one before triggered.
  @TaskLocal private static var chain = 0

  /// A Boolean value that indicates whether any chain has become too long, so that
  /// others need not look at theirs.
  private static let hasLongChain = Atomic(false)

  /// A Boolean value that indicates whether the caller is a callback in what is most likely
  /// a cycle, which would end in an overflow of the stack, or never.
  static var isNestedTooDeep: Bool {
    if nesting.load(ordering: .relaxed) >= maximumNesting, ProcessLifecycle.isOnMain { return true }
    return hasLongChain.load(ordering: .relaxed) && chain >= maximumNesting
  }

  /// Starts the task of an asynchronous callback, as one more in the chain.
  private static func lengthenChain(_ start: () -> Void) {
    let length = chain + 1
    if length >= maximumNesting { hasLongChain.store(true, ordering: .relaxed) }
    $chain.withValue(length, operation: start)
  }

  /// Begins to handle an event on the main actor, the only one to write here.
  ///
  /// - Returns: What ``leave(to:)`` needs.
  fileprivate static func enter() -> Int {
    let depth = nesting.load(ordering: .relaxed)
    nesting.store(depth + 1, ordering: .relaxed)
    return depth
  }

  /// Ends to handle an event on the main actor.
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

  /// Runs a callback that returns at once; does nothing for others.
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

  /// Has the callbacks that belong to the main actor run there, after what is
  /// queued there already.
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

  /// Starts a callback that may suspend on the main actor; does nothing for
  /// others.
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
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
          Task.immediate { await run() }
        } else {
          Task { await run() }
        }
      }
    }
  }

  // MARK: - Off the main actor

  /// Starts a callback that runs off the main actor; does nothing for others.
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

  /// Runs an asynchronous callback, unless it has been cancelled meanwhile.
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

/// One occurrence of an event on its way to its callbacks.
///
/// ```swift
/// await Rhea.trigger(event: .userDidLogin).finished
/// ```
///
/// It need not be kept: callbacks run all the same.
public struct RheaTrigger: Sendable {
  /// The callbacks that had not returned when the trigger did; nothing if all
  /// had, which spares the most frequent case an allocation.
  private let delivery: Delivery?

  init(_ delivery: Delivery? = nil) {
    self.delivery = delivery
  }

  /// A Boolean value that indicates whether every callback of this occurrence has returned.
  public var isFinished: Bool { delivery?.isFinished ?? true }

  /// Returns when every callback of this occurrence has returned.
  ///
  /// Waits for them even if the waiting task is cancelled: callbacks belong to
  /// the process, not to who happens to wait for them.
  public var finished: Void {
    get async { await delivery?.finished }
  }
}
