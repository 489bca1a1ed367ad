import Foundation
import Glibc
import ModularityTestSupport
import Synchronization

/// The connection to a browser by which its developer tools speak with it.
///
/// Messages are JSON with a zero byte at the end, in two named pipes: the browser has the option
/// `--remote-debugging-pipe`, by which it reads file 3 and writes file 4.
final class DevTools: Sendable {
  /// Something that the browser did not do.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private struct State {
    var lastID = 0
    var waiting: [Int: CheckedContinuation<Data, any Error>] = [:]
    var events: [(kind: EventKind, message: Data)] = []
    var watchers: [(kind: EventKind, continuation: CheckedContinuation<Void, any Error>)] = []
    var failure: Failure?
  }

  /// The method of an event, and the session of its page unless it is about the browser.
  private struct EventKind: Equatable {
    let method: String
    let session: String?
  }

  /// The part of a message that tells which it is.
  private struct Envelope: Decodable {
    struct Problem: Decodable { let message: String }
    let id: Int?
    let method: String?
    let sessionId: String?
    let error: Problem?
  }

  let input: String
  let output: String
  let folder: TemporaryFolder
  private let files: (write: Int32, read: Int32)
  private let state = Mutex(State())

  /// The maximum time between two messages of the browser, in seconds.
  private static let patience = 60

  /// Makes the pipes.
  init() throws {
    folder = try TemporaryFolder()
    input = folder.path("input")
    output = folder.path("output")
    for path in [input, output] where unsafe mkfifo(path, 0o600) != 0 {
      throw Failure(description: "the pipe '\(path)' could not be made: error \(errno)")
    }
    // For reading and writing, as opening does not wait for the browser then.
    files = unsafe (open(input, O_RDWR | O_CLOEXEC), open(output, O_RDWR | O_CLOEXEC))
    guard files.write >= 0, files.read >= 0 else {
      throw Failure(description: "the pipes could not be opened: error \(errno)")
    }
  }

  /// Begins to read what the browser says; to be called when it has started.
  func beginReading() {
    Thread.detachNewThread { [self] in read() }
  }

  deinit {
    close(files.write)
    close(files.read)
  }

  /// Sends a command and returns the answer, which is a JSON object with the member `result`.
  func send(
    _ method: String, _ parameters: [String: any Sendable] = [:], session: String? = nil
  ) async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      let id = state.withLock { state in
        state.lastID += 1
        state.waiting[state.lastID] = continuation
        return state.lastID
      }
      var message: [String: Any] = ["id": id, "method": method, "params": parameters]
      message["sessionId"] = session
      do {
        try write(try JSONSerialization.data(withJSONObject: message))
        // It may have ended before the command was among those that wait.
        if let failure = state.withLock({ $0.failure }) { fail(failure) }
      } catch {
        fail(Failure(description: "\(error)"))
      }
    }
  }

  /// Waits for an event, unless it has been there.
  func event(_ method: String, in session: String? = nil) async throws {
    let kind = EventKind(method: method, session: session)
    try await withCheckedThrowingContinuation { continuation in
      let result: Result<Void, any Error>? = state.withLock { state in
        if let failure = state.failure { return .failure(failure) }
        if state.events.contains(where: { $0.kind == kind }) { return .success(()) }
        state.watchers.append((kind, continuation))
        return nil
      }
      if let result { continuation.resume(with: result) }
    }
  }

  /// Removes the events of a method, and returns their messages.
  func takeEvents(_ method: String, in session: String? = nil) -> [Data] {
    let kind = EventKind(method: method, session: session)
    return state.withLock { state in
      let taken = state.events.filter { $0.kind == kind }.map(\.message)
      state.events.removeAll { $0.kind == kind }
      return taken
    }
  }

  /// Removes all events of a session that has ended.
  func forgetEvents(of session: String) {
    state.withLock { $0.events.removeAll { $0.kind.session == session } }
  }

  /// A Boolean value that indicates whether the connection has failed.
  var hasFailed: Bool { state.withLock { $0.failure != nil } }

  /// Ends everything that waits.
  func fail(_ failure: Failure) {
    let (waiting, watchers) = state.withLock { state in
      state.failure = state.failure ?? failure
      defer { (state.waiting, state.watchers) = ([:], []) }
      return (state.waiting.values, state.watchers)
    }
    for continuation in waiting { continuation.resume(throwing: failure) }
    for watcher in watchers { watcher.continuation.resume(throwing: failure) }
  }

  private func write(_ message: Data) throws {
    var rest = message + [0]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(files.write, $0.baseAddress, $0.count)
      }
      guard count > 0 else {
        throw Failure(description: "a command was not sent: error \(errno)")
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads messages until the connection fails, as it does when the browser has ended.
  private func read() {
    var rest = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var silence = 0
    while state.withLock({ $0.failure }) == nil {
      var ready = pollfd(fd: files.read, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&ready, 1, 1_000) == 0 {
        // While nothing waits, it has nothing to say.
        if state.withLock({ $0.waiting.isEmpty && $0.watchers.isEmpty }) { silence = 0 }
        silence += 1
        if silence < Self.patience { continue }
        return fail(Failure(description: "the browser said nothing for \(silence) s"))
      }
      silence = 0
      let count = unsafe Glibc.read(files.read, &buffer, buffer.count)
      guard count > 0 else { return fail(Failure(description: "the browser has gone")) }
      rest.append(contentsOf: buffer[..<count])
      while let end = rest.firstIndex(of: 0) {
        take(Data(rest[..<end]))
        rest = Data(rest[(end + 1)...])
      }
    }
  }

  private func take(_ message: Data) {
    guard let envelope = try? JSONDecoder().decode(Envelope.self, from: message) else {
      let text = String(decoding: message, as: UTF8.self)
      return fail(Failure(description: "not a message: \(text)"))
    }
    guard let id = envelope.id else {
      return takeEvent(
        EventKind(method: envelope.method ?? "", session: envelope.sessionId), message)
    }
    let continuation = state.withLock { $0.waiting.removeValue(forKey: id) }
    if let error = envelope.error {
      continuation?.resume(throwing: Failure(description: error.message))
    } else {
      continuation?.resume(returning: message)
    }
  }

  private func takeEvent(_ kind: EventKind, _ message: Data) {
    let watchers = state.withLock { state in
      state.events.append((kind, message))
      let watchers = state.watchers.filter { $0.kind == kind }
      state.watchers.removeAll { $0.kind == kind }
      return watchers
    }
    for watcher in watchers { watcher.continuation.resume() }
  }
}
