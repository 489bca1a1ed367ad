internal import Dispatch
internal import Foundation
internal import Synchronization

/// Sends requests with the libcurl of the system, on a separate thread.
///
/// The thread starts with the first request and ends after ``close()``. Only this thread uses the
/// handles of libcurl. A task that sends a request only waits for its response or its cancellation,
/// whichever comes first. The thread may be blocked inside libcurl, for example by the resolution
/// of a name.
///
/// An alternative was a blocking transfer for each request. It detects a cancellation only once a
/// second, and needs a thread for each request.
///
/// - Concurrency: Can be used from any thread. Tasks are resumed without the lock.
final class CurlTransport: HTTPTransport {
  /// A task that waits for a response.
  private typealias Caller = CheckedContinuation<HTTPAnswer, any Error>

  /// The state that the lock protects.
  private struct State {
    var lastNumber: UInt64 = 0
    var callers: [UInt64: Caller] = [:]
    var work = CurlLoop.Work()
    var isRunning = false
    var isClosed = false

    /// Wakes the thread.
    ///
    /// It is `nil` while the thread cannot wait.
    var wake: CurlLoop.Wake?

    /// Removes and returns the work of the thread, or `nil` if the thread must end.
    mutating func takeWork() -> CurlLoop.Work? {
      guard !isClosed else {
        wake = nil
        return nil
      }
      defer { work = CurlLoop.Work() }
      return work
    }
  }

  /// The transports of the process.
  private struct Running {
    /// The transports whose thread is running.
    var transports: [ObjectIdentifier: CurlTransport] = [:]
    /// A Boolean value that indicates whether the process ends, so that no thread may start.
    var isEnding = false
  }

  private static let running = Mutex(Running())

  /// The threads that use the library or open it, which must end before the process.
  static let threads = DispatchGroup()

  private let library: @Sendable () throws(TelemetryError) -> CurlLibrary
  private let state = Mutex(State())

  /// Creates a transport.
  ///
  /// It opens the library with its first request.
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
        // The cancellation handler may have run before the caller was stored.
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

  /// Closes all transports for good, and waits up to two seconds for their threads.
  ///
  /// At the end of a process, libraries release resources that a thread with an active transfer
  /// uses.
  static func closeAll() {
    let transports = running.withLock { running in
      running.isEnding = true
      return Array(running.transports.values)
    }
    for transport in transports { transport.close() }
    // If libcurl blocks a thread for longer, the thread waits for the resolution of a name and uses
    // no released resources.
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
    let isEnding = Self.running.withLock { running in
      guard !running.isEnding else { return true }
      running.transports[ObjectIdentifier(self)] = self
      Self.threads.enter()
      return false
    }
    if isEnding { return close() }
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

  /// Runs transfers until the transport is closed.
  private func run(_ loop: CurlLoop) {
    CurlLoop.blockSignals()
    state.withLock { $0.wake = loop.wake }
    while let work = state.withLock({ $0.takeWork() }) {
      for (number, result) in loop.perform(work) { finish(number, result) }
      loop.wait()
    }
    loop.close()
    Self.running.withLock { _ = $0.transports.removeValue(forKey: ObjectIdentifier(self)) }
    Self.threads.leave()
  }
}

/// A request of a transport.
struct CurlRequest: Sendable {
  let number: UInt64
  let address: String
  let headers: [String: String]
  let body: [UInt8]

  /// The headers in the format of libcurl.
  var lines: [String] {
    // Otherwise, a long request waits for a second if the collector does not answer this header.
    ["Expect:"] + headers.sorted { $0.key < $1.key }.map { $1.isEmpty ? "\($0);" : "\($0): \($1)" }
  }
}

/// A failed transfer, with the description of libcurl.
struct CurlFailure: Error, CustomStringConvertible {
  let description: String
}
