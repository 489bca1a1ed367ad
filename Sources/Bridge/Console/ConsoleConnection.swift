import Foundation
import ProcessLifecycle
import Synchronization

/// One client: requests come in, and answers go out.
///
/// - Concurrency: May be used from any thread. Sending never waits: what the
///   client has not read yet is kept, and a client that leaves too much unread
///   is dropped. The descriptors are used on one queue only.
final class ConsoleConnection: Sendable {
  private struct State {
    var lines: ConsoleLines
    var output = ConsoleOutput()
    /// The number of requests that have not been answered.
    var unanswered = 0
    /// A Boolean value that indicates whether no further request is counted.
    var isDropping = false
    /// The number of times that the client watches what runs.
    var watches = 0
    /// A Boolean value that indicates whether the output is being written.
    var isFlushing = false
    /// A Boolean value that indicates whether the connection ends when the output has gone.
    var isEnding = false
    var isClosed = false
    /// A Boolean value that indicates whether the descriptor to read from is still open.
    var isOpen = false
    var reading: SharedSource<any DispatchSourceProtocol>?
    var writing: SharedSource<any DispatchSourceProtocol>?
    var isWritingSuspended = false
    /// The closures to call when the connection is gone.
    var whenClosed: [@Sendable () -> Void] = []
  }

  private let limits: ConsoleLimits
  private let reader: Int32
  /// Another name of the same socket, so that reading may end first.
  private let writer: Int32
  /// The requests of all clients.
  private let load: ConsoleLoad
  /// One thread serves the sockets of all clients: no call waits.
  private static let sockets = DispatchQueue(label: "Bridge.console.sockets")
  private let queue = DispatchQueue(label: "Bridge.console.client", target: sockets)
  private let state: Mutex<State>
  private let gone = Latch()
  private let items = AsyncStream<ConsoleLines.Item>.makeStream()

  /// Takes over the descriptor of a connection.
  init(descriptor: Int32, limits: ConsoleLimits, load: ConsoleLoad = ConsoleLoad()) {
    self.limits = limits
    self.load = load
    reader = descriptor
    writer = dup(descriptor)
    state = Mutex(State(lines: ConsoleLines(limit: limits.lineLength)))
    for descriptor in [reader, writer] {
      UnixSocket.neverWait(descriptor)
      UnixSocket.neverInherit(descriptor)
    }
  }

  /// Begins to read.
  func open() {
    // From here on the source closes the descriptor: one that is closed twice may be another
    // connection's by then.
    let isClosed = state.withLock { state in
      if !state.isClosed { state.isOpen = true }
      return state.isClosed
    }
    guard !isClosed else { return }
    let source = SocketSource.make(.readable, of: reader, queue: queue) { [reader] in
      Foundation.close(reader)
    }
    guard let source else {
      Foundation.close(reader)
      send(
        ConsoleResponse(
          id: .null,
          error: BridgeConsoleError(
            .tooManyClients, "the process may have no more descriptors: look at 'ulimit -n'")))
      return end()
    }
    source.source.setEventHandler { [weak self] in self?.read() }
    let isClosedMeanwhile = state.withLock { state in
      state.reading = source
      return state.isClosed
    }
    source.source.activate()
    if isClosedMeanwhile { stopReading() }
  }

  /// The lines that the client sends; they end when it says no more.
  var requests: AsyncStream<ConsoleLines.Item> { items.stream }

  /// A request has been answered, so that another may wait.
  func didAnswer() {
    state.withLock { $0.unanswered -= 1 }
    load.add(-1)
  }

  /// No request will be answered any more.
  func dropUnanswered() {
    let dropped = state.withLock { state in
      defer { (state.unanswered, state.isDropping) = (0, true) }
      return state.unanswered
    }
    load.add(-dropped)
  }

  /// Counts one more watch of this client, and returns whether there may be one more.
  func addWatch() -> Bool {
    state.withLock { state in
      guard state.watches < limits.watches else { return false }
      state.watches += 1
      return true
    }
  }

  /// Has something done when the connection is gone, at once if it is.
  func whenClosed(_ body: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.whenClosed.append(body) }
      return state.isClosed
    }
    if isClosed { body() }
  }

  /// Sends a line, unless the client is gone or too slow.
  func send(_ response: ConsoleResponse) {
    let line = Self.line(of: response)
    let (begins, isTooSlow) = state.withLock { state -> (Bool, Bool) in
      guard !state.isClosed, !state.isEnding else { return (false, false) }
      guard state.output.count <= limits.unreadBytes else { return (false, true) }
      state.output.append(line)
      defer { state.isFlushing = true }
      return (!state.isFlushing, false)
    }
    if isTooSlow { close() }
    if begins { queue.async { self.flush() } }
  }

  /// Ends the connection when everything has been sent.
  func end() {
    state.withLock { $0.isEnding = true }
    queue.async { self.closeIfDone() }
  }

  /// Ends the connection at once: what the client does not take now, it never
  /// gets.
  func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    if isFirst { queue.async { self.takeDown() } }
  }

  /// Returns when the connection is gone.
  func waitUntilGone() async { await gone.wait() }

  private static func line(of response: ConsoleResponse) -> [UInt8] {
    do {
      return Array(try ConsoleCoding.bytes(of: response)) + [UInt8(ascii: "\n")]
    } catch {
      let failure = BridgeConsoleError(.failed, "the result cannot be written as JSON: \(error)")
      // Nothing but text, which always can.
      let response = ConsoleResponse(id: response.id, error: failure)
      return (try? Array(ConsoleCoding.bytes(of: response)) + [UInt8(ascii: "\n")]) ?? []
    }
  }
}

// MARK: - On the queue

extension ConsoleConnection {
  /// Reads some of the available bytes; the source fires again for the rest.
  private func read() {
    guard state.withLock({ $0.reading != nil && !$0.isClosed }) else { return }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe recv(reader, &bytes, bytes.count, 0)
    if count > 0 {
      take(bytes[..<count])
    } else if count == 0 {
      endOfInput()
    } else if errno != EAGAIN, errno != EINTR {
      close()
    }
  }

  /// Takes in that the client says no more.
  ///
  /// One that has closed its end hears no answer either, so that what it asked for need
  /// not end first.
  private func endOfInput() {
    var status = pollfd(fd: reader, events: 0, revents: 0)
    let isGone = unsafe poll(&status, 1, 0) == 1 && status.revents & Int16(POLLHUP) != 0
    if isGone { close() } else { stopReading() }
  }

  /// Takes in what the client has sent.
  private func take(_ bytes: ArraySlice<UInt8>) {
    let (items, isTooMany, isTooManyInAll) = state.withLock { state in
      let items = state.lines.take(in: bytes)
      guard !state.isDropping else { return ([ConsoleLines.Item](), false, false) }
      state.unanswered += items.count
      return (
        items, state.unanswered > limits.waitingRequests,
        load.add(items.count) > limits.waitingInAll
      )
    }
    if isTooMany || isTooManyInAll {
      let number =
        isTooMany
        ? "\(limits.waitingRequests) requests" : "\(limits.waitingInAll) requests of all clients"
      send(
        ConsoleResponse(
          id: .null,
          error: BridgeConsoleError(
            .tooManyRequests,
            """
            more than \(number) wait for their turn, and no more is read. Wait for responses \
            before you send more.
            """)))
      return stopReading()
    }
    for item in items { self.items.continuation.yield(item) }
  }

  /// The client says no more, or shall not.
  private func stopReading() {
    state.withLock { $0.reading.take() }?.source.cancel()
    items.continuation.finish()
  }

  /// The progress of writing.
  private enum Progress {
    case done
    /// The client has to read something first.
    case full
    case broken
  }

  /// Writes what the client takes now.
  private func write() -> Progress {
    while true {
      let bytes = state.withLock { $0.output.next(1 << 16) }
      guard !bytes.isEmpty else { return .done }
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Foundation.send(writer, $0.baseAddress, $0.count, UnixSocket.sendFlags)
      }
      if count >= 0 {
        state.withLock { $0.output.didSend(count) }
      } else if errno == EAGAIN {
        return .full
      } else if errno != EINTR {
        return .broken
      }
    }
  }

  /// Writes what the client takes now, and sees to it that the rest follows.
  private func flush() {
    guard !state.withLock(\.isClosed) else { return }
    switch write() {
    case .full: return flushWhenPossible()
    case .broken: return close()
    case .done: pauseWriting()
    }
    let isMore = state.withLock { state in
      state.isFlushing = !state.output.isEmpty
      return state.isFlushing
    }
    if isMore { flush() } else { closeIfDone() }
  }

  /// Goes on when the client has read something.
  private func flushWhenPossible() {
    let (source, isSuspended, isClosed) = state.withLock { state in
      // Once it is closed, the code that takes it down resumes what is suspended.
      defer { if !state.isClosed { state.isWritingSuspended = false } }
      return (state.writing, state.isWritingSuspended, state.isClosed)
    }
    guard !isClosed else { return }
    if let source {
      if isSuspended { source.source.resume() }
      return
    }
    let new = SocketSource.make(.writable, of: writer, queue: queue) { [writer] in
      Foundation.close(writer)
    }
    // Out of descriptors: the client sees the end of the connection.
    guard let new else { return close() }
    new.source.setEventHandler { [weak self] in self?.flush() }
    state.withLock { $0.writing = new }
    new.source.activate()
  }

  private func pauseWriting() {
    let source = state.withLock { state -> SharedSource<any DispatchSourceProtocol>? in
      guard state.writing != nil, !state.isWritingSuspended, !state.isClosed else { return nil }
      state.isWritingSuspended = true
      return state.writing
    }
    source?.source.suspend()
  }

  private func closeIfDone() {
    if state.withLock({ $0.isEnding && $0.output.isEmpty }) { close() }
  }

  /// Gives everything back.
  private func takeDown() {
    _ = write()
    stopReading()
    if !state.withLock(\.isOpen) { Foundation.close(reader) }
    let (writing, isSuspended, bodies) = state.withLock { state in
      defer { state.whenClosed = [] }
      return (state.writing.take(), state.isWritingSuspended, state.whenClosed)
    }
    if let writing {
      // One that is suspended would never be cancelled.
      if isSuspended { writing.source.resume() }
      writing.source.cancel()
    } else {
      Foundation.close(writer)
    }
    for body in bodies { body() }
    gone.open()
  }
}
