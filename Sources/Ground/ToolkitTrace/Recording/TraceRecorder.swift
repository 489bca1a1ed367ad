internal import Synchronization

/// Records spans in a ring and passes them to sinks.
///
/// The process has one recorder, which ``Trace`` uses. It is a separate type, so that tests can
/// create others.
///
/// A recorder does not check the trace switch of the process, because its callers have done so. It
/// records between ``start(capacity:)`` and ``stop()``, and ignores spans at other times.
///
/// - Concurrency: All functions can be called from any thread at any time. The state has one lock.
///   Sinks are called and clocks are read without it.
package final class TraceRecorder: Sendable {
  private let state: Mutex<State>
  private let didTurn: @Sendable (_ on: Bool) -> Void

  /// Creates a recorder that is not recording.
  ///
  /// - Parameter didTurn: Called whenever recording starts or stops. It is called with the lock, so
  ///   that it receives the changes in order, and must not call the recorder.
  package init(didTurn: @escaping @Sendable (_ on: Bool) -> Void = { _ in }) {
    self.didTurn = didTurn
    state = Mutex(State(recording: Recording(capacity: 0, start: MonotonicTime.now())))
  }

  /// Starts a recording with an empty ring and removes the previous one.
  package func start(capacity: Int) {
    var recording = Recording(capacity: capacity, start: MonotonicTime.now())
    state.withLock { state in
      swap(&state.recording, &recording)
      state.firstID = .next()
      state.isRecording = true
      didTurn(true)
    }
    // The previous ring is released here, where it does not delay other threads.
  }

  /// Stops the recording and keeps its spans.
  package func stop() {
    state.withLock { state in
      state.isRecording = false
      didTurn(false)
    }
  }

  /// Returns a copy of the current recording or, after ``stop()``, of the latest one.
  ///
  /// - Complexity: O(*n*), where *n* is the number of spans. Threads that end a span wait until the
  ///   copy is complete.
  package func snapshot() -> TraceSnapshot {
    let process = TraceProcess.current
    return state.withLock { $0.recording.snapshot(of: process) }
  }

  /// Adds a finished span to the ring and passes it to the sinks, unless it started before this
  /// recording.
  ///
  /// - Parameters:
  ///   - id: The identifier of the span.
  ///   - write: Replaces another span with this one. It is called with the lock. See
  ///     ``TraceRing/append(_:)``.
  @inline(always)
  private func record(_ id: TraceSpanID, _ write: (inout TraceSpan) -> Void) {
    let audience = state.withLock { state -> (sinks: [AttachedSink], areQuiet: Bool)? in
      guard state.isRecording, id > state.firstID else { return nil }
      state.recording.ring.append(write)
      return state.sinks.isEmpty ? nil : (state.sinks, state.areSinksQuiet)
    }
    guard let audience else { return }
    var span = TraceSpan.blank
    write(&span)
    deliver(span, to: audience.sinks, areQuiet: audience.areQuiet)
  }

  /// Passes a span to sinks, unless a sink emitted it.
  private func deliver(_ span: TraceSpan, to sinks: [AttachedSink], areQuiet: Bool) {
    // Setting a task-local value takes longer than everything else here, and reading one takes as
    // long as a sink does.
    if areQuiet {
      for attached in sinks { attached.sink.receive(span) }
    } else if !TraceContext.isInsideSink {
      TraceContext.$isInsideSink.withValue(true) {
        for attached in sinks { attached.sink.receive(span) }
      }
    }
  }
}

// MARK: - Emitting

extension TraceRecorder {
  /// Records a span that ends now.
  @inline(always)
  package func end(
    _ token: TraceToken, _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?,
    at end: TraceInstant = MonotonicTime.now()
  ) {
    guard let id = token.id else { return }
    record(id) { span in
      span.become(
        id: id, name: name, kind: kind, module: module, start: token.start,
        duration: token.start.duration(to: end), cause: cause)
    }
  }

  /// Records a span with links and attributes that ends now.
  package func end(
    _ token: TraceToken, _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?,
    links: [TraceLink], attributes: [String: String], at end: TraceInstant = MonotonicTime.now()
  ) {
    guard let id = token.id else { return }
    let details = TraceSpan.Details.of(links: links, attributes: attributes)
    record(id) { span in
      span.become(
        id: id, name: name, kind: kind, module: module, start: token.start,
        duration: token.start.duration(to: end), cause: cause, details: details)
    }
  }

  /// Records an instant, as a span without duration.
  @inline(always)
  package func emit(
    _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?,
    at moment: TraceInstant = MonotonicTime.now()
  ) -> TraceSpanID {
    let id = TraceSpanID.next()
    record(id) { span in
      span.become(
        id: id, name: name, kind: kind, module: module, start: moment, duration: .zero,
        cause: cause)
    }
    return id
  }

  /// Records the duration of a body as a span, which is the cause of the spans in it.
  package func span<Success, Failure: Error>(
    _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?,
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    let token = TraceToken(startingAt: MonotonicTime.now())
    do {
      let result = try TraceContext.withCause(token.id, body)
      end(token, name, kind: kind, module: module, cause: cause)
      return result
    } catch {
      end(
        token, name, kind: kind, module: module, cause: cause, links: [],
        attributes: TraceSpan.attributes(of: error))
      throw error
    }
  }

  /// Records the duration of an asynchronous body as a span, which is the cause of the spans in it.
  package nonisolated(nonsending) func span<Success, Failure: Error>(
    _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let token = TraceToken(startingAt: MonotonicTime.now())
    do {
      let result = try await TraceContext.withCause(token.id, body)
      end(token, name, kind: kind, module: module, cause: cause)
      return result
    } catch {
      end(
        token, name, kind: kind, module: module, cause: cause, links: [],
        attributes: TraceSpan.attributes(of: error))
      throw error
    }
  }
}

// MARK: - Sinks

extension TraceRecorder {
  /// Passes every span that ends from now on to a sink.
  package func attach(_ sink: any TraceSink) -> TraceSinkAttachment {
    let number = state.withLock { state in
      state.sinksEverAttached += 1
      state.sinks.append(AttachedSink(number: state.sinksEverAttached, sink: sink))
      return state.sinksEverAttached
    }
    return TraceSinkAttachment(recorder: self, number: number)
  }

  /// Removes the sink with this number, if it is still attached.
  func detach(_ number: UInt64) {
    // The sink is returned from the locked region. It may be released with it, and then runs code
    // of the user.
    _ = state.withLock { state in
      state.sinks.firstIndex { $0.number == number }.map { state.sinks.remove(at: $0) }
    }
  }
}

// MARK: - State

extension TraceRecorder {
  /// The state that the lock guards.
  private struct State: Sendable {
    var recording: Recording
    var isRecording = false

    /// Spans up to this identifier started before the recording.
    ///
    /// They may end during the recording, but must not be part of it, because their causes would be
    /// missing and they would start before everything else.
    var firstID = TraceSpanID(rawValue: 0)

    var sinks: [AttachedSink] = [] {
      didSet {
        areSinksQuiet = areSinksQuiet && sinks.allSatisfy { $0.sink is any QuietTraceSink }
      }
    }

    /// A Boolean value that indicates whether all sinks that were ever attached end no spans.
    ///
    /// It remains `false` when other sinks are detached, because they may still be receiving a
    /// span.
    private(set) var areSinksQuiet = true

    var sinksEverAttached: UInt64 = 0
  }

  /// A sink with the number of its attachment.
  private struct AttachedSink: Sendable {
    let number: UInt64
    let sink: any TraceSink
  }

  /// The state of one recording.
  private struct Recording: Sendable {
    var ring: TraceRing
    let start: TraceInstant
    let startSince1970: Duration

    /// Creates a recording.
    ///
    /// Stores the time of day together with the start.
    init(capacity: Int, start: TraceInstant) {
      ring = TraceRing(capacity: capacity)
      self.start = start
      startSince1970 = .nanoseconds(MonotonicTime.nanosecondsSince1970())
    }

    /// Returns a copy of the spans.
    func snapshot(of process: TraceProcess) -> TraceSnapshot {
      TraceSnapshot(
        spans: ring.spans, dropped: ring.dropped, process: process, start: start,
        startSince1970: startSince1970)
    }
  }
}

/// A sink that ends no spans while it receives one, and starts no tasks that do.
///
/// It needs no protection from recursion, which makes it half as expensive for a thread that ends a
/// span.
package protocol QuietTraceSink: TraceSink {}

/// The context of a task, or of a thread outside of tasks: its enclosing spans.
enum TraceContext {
  /// The span that caused the current code.
  @TaskLocal static var cause: TraceSpanID?

  /// A Boolean value that indicates whether the current code runs inside a sink.
  ///
  /// Its spans must not be passed to sinks again.
  @TaskLocal static var isInsideSink = false

  /// Runs a body with a span as its cause.
  ///
  /// `TaskLocal.withValue` rethrows any error. Passing the outcome as a `Result` preserves the type
  /// of the error.
  static func withCause<Success, Failure: Error>(
    _ cause: TraceSpanID?, _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    let outcome = $cause.withValue(cause) { Result(catching: body) }
    return try outcome.get()
  }

  /// Runs an asynchronous body with a span as its cause.
  nonisolated(nonsending) static func withCause<Success, Failure: Error>(
    _ cause: TraceSpanID?,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let outcome: Result<Success, Failure> = await $cause.withValue(cause) {
      do throws(Failure) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}
