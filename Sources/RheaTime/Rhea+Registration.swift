import ProcessLifecycle

extension Rhea {
  // MARK: - On the main actor

  /// Adds a callback at run time.
  ///
  /// It runs like a declared callback, after the declared ones with the same priority. If the last
  /// occurrence of the event was sticky, or if the event is a built-in moment that has passed, the
  /// callback runs immediately. In that case it has returned when a call on the main actor returns.
  ///
  /// - Parameters:
  ///   - event: The event that triggers the callback.
  ///   - priority: The rank among the callbacks of the event. Higher priorities run earlier.
  ///   - repeatable: Whether it runs at every occurrence, instead of the next one only.
  ///   - name: The name in lists, messages and traces. By default, the file and line.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - body: The callback, which runs on the main actor.
  /// - Returns: A handle that cancels the callback. It need not be kept.
  @discardableResult
  public static func on(
    _ event: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false,
    name: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping RheaFunction
  ) -> RheaRegistration {
    RheaCenter.current.add(
      event, priority: priority, isRepeatable: repeatable, body: .sync(body), name: name,
      caller: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a callback at run time that starts on the main actor and may suspend.
  @discardableResult
  public static func on(
    _ event: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false,
    name: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (RheaContext) async throws -> Void
  ) -> RheaRegistration {
    RheaCenter.current.add(
      event, priority: priority, isRepeatable: repeatable, body: .mainAsync(body), name: name,
      caller: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a callback at run time that takes no context.
  @discardableResult
  public static func on(
    _ event: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false,
    name: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable () throws -> Void
  ) -> RheaRegistration {
    RheaCenter.current.add(
      event, priority: priority, isRepeatable: repeatable, body: .sync { _ in try body() },
      name: name, caller: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a callback at run time that takes no context, starts on the main actor and may suspend.
  @discardableResult
  public static func on(
    _ event: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false,
    name: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable () async throws -> Void
  ) -> RheaRegistration {
    RheaCenter.current.add(
      event, priority: priority, isRepeatable: repeatable,
      body: .mainAsync { _ in try await body() },
      name: name, caller: CodeLocation(fileID: fileID, line: line))
  }

  // MARK: - Where the argument says

  // In this module, an asynchronous function type runs on the actor of its caller
  // (https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md).
  // One closure can therefore run on the main actor or off it.

  /// Adds a callback at run time that runs off the main actor, or on it with `async: false`.
  ///
  /// Off the main actor, its task priority follows from its priority. Because the argument decides
  /// at run time, the compiler requires `await` for state of the main actor.
  @discardableResult
  public static func on(
    _ event: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false, async: Bool,
    name: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (RheaContext) async throws -> Void
  ) -> RheaRegistration {
    RheaCenter.current.add(
      event, priority: priority, isRepeatable: repeatable,
      body: async
        ? .concurrent { try await body($0) }
        : .mainAsync { context in
          try await MainQueueExecutor.run { try await body(context) }
        },
      name: name, caller: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a callback at run time that takes no context and runs off the main actor, or on it with
  /// `async: false`.
  @discardableResult
  public static func on(
    _ event: RheaEvent, priority: RheaPriority = .normal, repeatable: Bool = false, async: Bool,
    name: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable () async throws -> Void
  ) -> RheaRegistration {
    on(
      event, priority: priority, repeatable: repeatable, async: async, name: name, fileID: fileID,
      line: line
    ) { (_: RheaContext) in try await body() }
  }

  // MARK: - With a value of a known type

  // Disfavored, so that the compiler reports an unknown event as a missing member of `RheaEvent`.

  /// Adds a callback at run time that takes the value of a typed event.
  @_disfavoredOverload
  @discardableResult
  public static func on<Payload>(
    _ event: TypedRheaEvent<Payload>, priority: RheaPriority = .normal, repeatable: Bool = false,
    name: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (Payload) throws -> Void
  ) -> RheaRegistration {
    RheaCenter.current.add(
      event.event, priority: priority, isRepeatable: repeatable, body: .typedSync(body),
      payload: Payload.self, name: name, caller: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a callback at run time that takes the value of a typed event, starts on the main actor
  /// and may suspend.
  @_disfavoredOverload
  @discardableResult
  public static func on<Payload>(
    _ event: TypedRheaEvent<Payload>, priority: RheaPriority = .normal, repeatable: Bool = false,
    name: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (Payload) async throws -> Void
  ) -> RheaRegistration {
    RheaCenter.current.add(
      event.event, priority: priority, isRepeatable: repeatable, body: .typedMainAsync(body),
      payload: Payload.self, name: name, caller: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a callback at run time that takes the value of a typed event and runs off the main actor,
  /// or on it with `async: false`.
  @_disfavoredOverload
  @discardableResult
  public static func on<Payload>(
    _ event: TypedRheaEvent<Payload>, priority: RheaPriority = .normal, repeatable: Bool = false,
    async: Bool, name: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (Payload) async throws -> Void
  ) -> RheaRegistration {
    RheaCenter.current.add(
      event.event, priority: priority, isRepeatable: repeatable,
      body: async
        ? .typedConcurrent { try await body($0) }
        : .typedMainAsync { payload in
          try await MainQueueExecutor.run { try await body(payload) }
        },
      payload: Payload.self, name: name, caller: CodeLocation(fileID: fileID, line: line))
  }
}

/// An executor that keeps nonisolated code of the main actor on the main queue.
///
/// A closure that may run on its caller's actor leaves that actor as soon as it has a capture list,
/// and its type does not show this. With this executor preference it runs on the main queue even
/// then.
final class MainQueueExecutor: TaskExecutor {
  private static let shared = MainQueueExecutor()

  /// Runs a body on the main queue, regardless of its isolation.
  @MainActor
  static func run(_ body: nonisolated(nonsending) () async throws -> Void) async rethrows {
    try await withTaskExecutorPreference(shared) { try await body() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    MainQueue.enqueue { [self] in
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// A callback that was added at run time, until it is cancelled.
///
/// Dropping the value does *not* cancel the callback: most callbacks live as long as the process.
/// Keep it only if you want to ``cancel()`` it.
///
/// - Concurrency: May be cancelled from any thread, including from its own callback.
public final class RheaRegistration: Sendable {
  /// The event that triggers the callback.
  public let event: RheaEvent

  private let center: RheaCenter
  /// Weak, so that the captures of a closure are released after its only run, even if the
  /// registration is kept.
  private weak let callback: Callback?

  init(_ callback: Callback, center: RheaCenter) {
    self.event = callback.event
    self.center = center
    self.callback = callback
  }

  /// Removes the callback and releases its closure.
  ///
  /// A running callback continues. Occurrences of the event that have not called it yet no longer
  /// do so. A second call has no effect.
  public func cancel() {
    // Retained until the lock is released, because the deinitializers of captured objects may run
    // any code.
    guard let callback else { return }
    withExtendedLifetime(callback) { center.remove(callback) }
  }
}
