internal import Dispatch
internal import Foundation
internal import Synchronization

/// Sends requests by the system's libcurl, on a thread of its own.
///
/// The thread starts with the first request and finishes after ``close()``. It alone uses the
/// handles of libcurl. A task that sends a request only waits, and gets its answer or the
/// cancellation from whichever comes first: the thread may be held up inside libcurl, as by the
/// resolution of a name.
///
/// An alternative was a blocking transfer per request. It notices a cancellation once a second,
/// and takes a thread for each request.
///
/// - Concurrency: May be used from any thread. Tasks are resumed without the lock.
final class CurlTransport: HTTPTransport {
  /// A task that waits for an answer.
  private typealias Caller = CheckedContinuation<HTTPAnswer, any Error>

  /// The state that the lock guards.
  private struct State {
    var lastNumber: UInt64 = 0
    var callers: [UInt64: Caller] = [:]
    var work = CurlLoop.Work()
    var isRunning = false
    var isClosed = false

    /// Ends the wait of the thread; `nil` while it has nothing to wait with.
    var wake: CurlLoop.Wake?

    /// Takes out what the thread has to do, or `nil` if that is to finish.
    mutating func takeWork() -> CurlLoop.Work? {
      guard !isClosed else {
        wake = nil
        return nil
      }
      defer { work = CurlLoop.Work() }
      return work
    }
  }

  /// The transports whose thread runs.
  private static let running = Mutex<[ObjectIdentifier: CurlTransport]>([:])

  /// The threads, for the end of the process to wait for.
  private static let threads = DispatchGroup()

  private let library: @Sendable () throws(TelemetryError) -> CurlLibrary
  private let state = Mutex(State())

  /// Creates a transport, which opens the library with its first request.
  init(
    _ library: @escaping @Sendable () throws(TelemetryError) -> CurlLibrary = CurlLibrary.ofSystem
  ) {
    self.library = library
  }

  func post(
    _ body: [UInt8], to address: String, headers: [String: String]
  ) async throws -> HTTPAnswer {
    let library = try library()
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        let request = CurlRequest(number: number, address: address, headers: headers, body: body)
        start(request, for: caller, with: library)
        // The handler may have run before there was a caller.
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  func close() {
    let callers = state.withLock { state in
      defer { state.callers = [:] }
      state.isClosed = true
      state.wake?()
      return state.callers.values
    }
    for caller in callers { caller.resume(throwing: CancellationError()) }
  }

  /// Closes all transports, and waits for their threads, for two seconds at most.
  ///
  /// At the end of a process, libraries release what a thread in the middle of a transfer uses.
  static func closeAll() {
    for transport in running.withLock({ Array($0.values) }) { transport.close() }
    // A thread that libcurl holds up longer waits for a name, and uses nothing that is released.
    _ = threads.wait(timeout: .now() + .seconds(2))
  }

  private func start(_ request: CurlRequest, for caller: Caller, with library: CurlLibrary) {
    let (isClosed, isFirst) = state.withLock { state in
      guard !state.isClosed else { return (true, false) }
      defer { state.isRunning = true }
      state.callers[request.number] = caller
      state.work.requests.append(request)
      state.wake?()
      return (false, !state.isRunning)
    }
    if isClosed { return caller.resume(throwing: CancellationError()) }
    guard isFirst else { return }
    Self.threads.enter()
    Self.running.withLock { $0[ObjectIdentifier(self)] = self }
    Thread.detachNewThread { self.run(CurlLoop(library)) }
  }

  private func cancel(_ number: UInt64) {
    let caller = state.withLock { state -> Caller? in
      guard let caller = state.callers.removeValue(forKey: number) else { return nil }
      state.work.cancelled.append(number)
      state.wake?()
      return caller
    }
    caller?.resume(throwing: CancellationError())
  }

  private func finish(_ number: UInt64, _ result: Result<HTTPAnswer, CurlFailure>) {
    let caller = state.withLock { $0.callers.removeValue(forKey: number) }
    caller?.resume(with: result.mapError { $0 })
  }

  /// Transfers until the transport is closed.
  private func run(_ loop: CurlLoop) {
    CurlLoop.blockSignals()
    state.withLock { $0.wake = loop.wake }
    while let work = state.withLock({ $0.takeWork() }) {
      for (number, result) in loop.perform(work) { finish(number, result) }
      loop.wait()
    }
    loop.close()
    Self.running.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) }
    Self.threads.leave()
  }
}

/// A request of a transport.
struct CurlRequest: Sendable {
  let number: UInt64
  let address: String
  let headers: [String: String]
  let body: [UInt8]

  /// The headers as libcurl takes them.
  var lines: [String] {
    // Without it, a long request waits a second for a collector that does not answer to it.
    ["Expect:"] + headers.sorted { $0.key < $1.key }.map { $1.isEmpty ? "\($0);" : "\($0): \($1)" }
  }
}

/// A transfer that has failed, in libcurl's words.
struct CurlFailure: Error, CustomStringConvertible {
  let description: String
}
