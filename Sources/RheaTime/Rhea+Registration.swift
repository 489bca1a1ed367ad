import ProcessLifecycle

extension Rhea {
  // MARK: - On the main actor

  /// Adds a callback at run time.
  ///
  /// It runs like one that is declared, after the declared ones of its priority.
  /// If the event has happened and was sticky, or is a built-in moment that has
  /// passed, the callback runs at once: before this call returns if it is made
  /// on the main actor.
  ///
  /// - Parameters:
  ///   - event: What to wait for.
  ///   - priority: A higher one runs earlier.
  ///   - repeatable: Whether it runs at every occurrence, rather than at the next
  ///     one only.
  ///   - name: What lists, messages and traces call it; by default the file and
  ///     line.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - body: Runs on the main actor.
  /// - Returns: A handle with which to cancel it. It need not be kept.
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

  /// Adds a callback at run time that needs no context.
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

  /// Adds a callback at run time that needs no context, starts on the main actor
  /// and may suspend.
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

  // An asynchronous function type runs where its caller does in this module
  // (https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md),
  // so that one closure can be run on the main actor and off it.

  /// Adds a callback at run time that runs off the main actor, at an urgency that
  /// follows its priority, or on it with `async: false`.
  ///
  /// Since the argument decides, the compiler lets it touch no state of the main
  /// actor without `await`.
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

  /// Adds a callback at run time that needs no context and runs off the main
  /// actor, or on it with `async: false`.
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

  // Disfavoured, so that of an event that does not exist the compiler says that
  // RheaEvent has none of that name.

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
      name: name, caller: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a callback at run time that takes the value of a typed event, starts on
  /// the main actor and may suspend.
  @_disfavoredOverload
  @discardableResult
  public static func on<Payload>(
    _ event: TypedRheaEvent<Payload>, priority: RheaPriority = .normal, repeatable: Bool = false,
    name: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (Payload) async throws -> Void
  ) -> RheaRegistration {
    RheaCenter.current.add(
      event.event, priority: priority, isRepeatable: repeatable, body: .typedMainAsync(body),
      name: name, caller: CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a callback at run time that takes the value of a typed event, off the
  /// main actor, or on it with `async: false`.
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
      name: name, caller: CodeLocation(fileID: fileID, line: line))
  }
}

/// Keeps code of the main actor on its queue that is written to run anywhere.
///
/// A closure that may run where its caller does becomes one that leaves the
/// caller's actor as soon as it has a capture list, and the type does not tell.
/// With this preference it comes back to the main queue when it does.
final class MainQueueExecutor: TaskExecutor {
  private static let shared = MainQueueExecutor()

  /// Runs a body on the main queue, whatever it is declared to run on.
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
/// Dropping the value does *not* cancel: most callbacks live as long as the
/// process. Keep it only if you want to ``cancel()``.
///
/// - Concurrency: May be cancelled from any thread, also by its own callback.
public final class RheaRegistration: Sendable {
  /// The event that is waited for.
  public let event: RheaEvent

  private let center: RheaCenter
  /// Weak, so that what a closure holds goes when the callback has had its one
  /// run, even if the registration is kept.
  private weak let callback: Callback?

  init(_ callback: Callback, center: RheaCenter) {
    self.event = callback.event
    self.center = center
    self.callback = callback
  }

  /// Takes the callback back and releases its closure.
  ///
  /// A callback that is running goes on; one that an occurrence of the event has
  /// not reached yet is not called any more. Cancelling twice does nothing.
  public func cancel() {
    // Held until the lock is released: what the closure captured may run code
    // when it goes.
    guard let callback else { return }
    withExtendedLifetime(callback) { center.remove(callback) }
  }
}
