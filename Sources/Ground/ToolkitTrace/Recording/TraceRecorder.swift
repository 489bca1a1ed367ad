internal import Synchronization

/// Records spans into a ring and hands them to sinks.
///
/// The process has one, behind ``Trace``. It is a type of its own so that
/// tests can have as many as they like.
///
/// A recorder does not look at the process's switch: its callers have done so.
/// It records between ``start(capacity:)`` and ``stop()`` and ignores whatever
/// reaches it at other times.
///
/// - Concurrency: Every method may be called from any thread at any time. One
///   lock guards the state; no sink runs and no clock is read while it is
///   held.
package final class TraceRecorder: Sendable {
  private let state: Mutex<State>
  private let didTurn: @Sendable (_ on: Bool) -> Void

  /// Makes a recorder that is not recording.
  ///
  /// - Parameter didTurn: Called whenever recording starts or stops. Called with
  ///   the lock held, so that it hears of the changes in the order in which
  ///   they happen; it must not call the recorder.
  package init(didTurn: @escaping @Sendable (_ on: Bool) -> Void = { _ in }) {
    self.didTurn = didTurn
    state = Mutex(State(recording: Recording(capacity: 0, start: MonotonicTime.now())))
  }

  /// Starts a recording with an empty ring and forgets the previous one.
  package func start(capacity: Int) {
    var recording = Recording(capacity: capacity, start: MonotonicTime.now())
    state.withLock { state in
      swap(&state.recording, &recording)
      state.firstID = .next()
      state.isRecording = true
      didTurn(true)
    }
    // The previous ring is released here, where it delays no other thread.
  }

  /// Stops recording and keeps what was recorded.
  package func stop() {
    state.withLock { state in
      state.isRecording = false
      didTurn(false)
    }
  }

  /// Copies out what the current recording holds or, after ``stop()``, the
  /// latest one.
  ///
  /// - Complexity: O(*n*), where *n* is the number of spans. Threads that end
  ///   a span in the meantime wait.
  package func snapshot() -> TraceSnapshot {
    let process = TraceProcess.current
    return state.withLock { $0.recording.snapshot(of: process) }
  }

  /// Puts a finished span into the ring and hands it to the sinks, unless it
  /// began before this recording.
  ///
  /// - Parameters:
  ///   - id: The identifier of the span.
  ///   - write: Writes the span over another one. Called with the lock held;
  ///     see ``TraceRing/append(_:)``.
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

  /// Hands a span to sinks, unless the span was emitted by one.
  private func deliver(_ span: TraceSpan, to sinks: [AttachedSink], areQuiet: Bool) {
    // Setting a task-local value takes longer than all else here, and reading one as long as a
    // sink does.
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

  /// Records a moment, as a span without duration.
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

  /// Records the time that a body takes, and is the cause of what it emits.
  package func span<Success, Failure: Error>(
    _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?,
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    let token = TraceToken(startingAt: MonotonicTime.now())
    defer { end(token, name, kind: kind, module: module, cause: cause) }
    return try TraceContext.withCause(token.id, body)
  }

  /// Records the time that an asynchronous body takes, and is the cause of
  /// what it emits.
  package nonisolated(nonsending) func span<Success, Failure: Error>(
    _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let token = TraceToken(startingAt: MonotonicTime.now())
    defer { end(token, name, kind: kind, module: module, cause: cause) }
    return try await TraceContext.withCause(token.id, body)
  }
}

// MARK: - Sinks

extension TraceRecorder {
  /// Hands every span that ends from now on to a sink as well.
  package func attach(_ sink: any TraceSink) -> TraceSinkAttachment {
    let number = state.withLock { state in
      state.sinksEverAttached += 1
      state.sinks.append(AttachedSink(number: state.sinksEverAttached, sink: sink))
      return state.sinksEverAttached
    }
    return TraceSinkAttachment(recorder: self, number: number)
  }

  /// Lets go of the sink that was attached under this number, if it still is.
  func detach(_ number: UInt64) {
    // Handed out of the lock: the sink may be released with it, and what runs
    // then is not ours.
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

    /// Spans up to this one began before the recording did.
    ///
    /// They may still end during it, and must not appear in it: their causes
    /// would be missing, and they would begin before everything else.
    var firstID = TraceSpanID(rawValue: 0)

    var sinks: [AttachedSink] = [] {
      didSet {
        areSinksQuiet = areSinksQuiet && sinks.allSatisfy { $0.sink is any QuietTraceSink }
      }
    }

    /// A Boolean value that indicates whether no sink that ends spans was ever attached.
    ///
    /// It stays false when such a sink is detached, as the sink may still be receiving a span.
    private(set) var areSinksQuiet = true

    var sinksEverAttached: UInt64 = 0
  }

  /// A sink under the number that its attachment knows.
  private struct AttachedSink: Sendable {
    let number: UInt64
    let sink: any TraceSink
  }

  /// The state that lasts from one start to the next.
  private struct Recording: Sendable {
    var ring: TraceRing
    let start: TraceInstant
    let startSince1970: Duration

    /// Takes down the time of day beside the instant given.
    init(capacity: Int, start: TraceInstant) {
      ring = TraceRing(capacity: capacity)
      self.start = start
      startSince1970 = .nanoseconds(MonotonicTime.nanosecondsSince1970())
    }

    /// Copies out the spans.
    func snapshot(of process: TraceProcess) -> TraceSnapshot {
      TraceSnapshot(
        spans: ring.spans, dropped: ring.dropped, process: process, start: start,
        startSince1970: startSince1970)
    }
  }
}

/// A sink that ends no spans while it receives one, nor starts tasks that do.
///
/// It needs no protection from itself, and costs a thread that ends a span half as much.
package protocol QuietTraceSink: TraceSink {}

/// The context of a task, or of a thread outside of tasks: the spans around it.
enum TraceContext {
  /// The span on whose behalf the current code runs.
  @TaskLocal static var cause: TraceSpanID?

  /// A Boolean value that indicates whether the current code runs inside a sink, so
  /// that what it traces must not be handed to sinks again.
  @TaskLocal static var isInsideSink = false

  /// Runs a body on behalf of a span.
  ///
  /// `TaskLocal.withValue` rethrows any error; carrying the outcome out as a
  /// `Result` keeps the type of the error.
  static func withCause<Success, Failure: Error>(
    _ cause: TraceSpanID?, _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    let outcome = $cause.withValue(cause) { Result(catching: body) }
    return try outcome.get()
  }

  /// Runs an asynchronous body on behalf of a span.
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
