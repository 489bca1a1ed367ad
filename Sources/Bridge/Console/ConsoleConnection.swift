import Foundation
import ProcessLifecycle
import Synchronization

/// A connection to one client, which receives requests and sends responses.
///
/// - Concurrency: May be used from any thread. Sending never blocks, because data is buffered until
///   the client reads it. If a client has too much unread data, it is disconnected. The descriptors
///   are used on one queue only.
final class ConsoleConnection: Sendable {
  private struct State {
    var lines: ConsoleLines
    var output = ConsoleOutput()
    /// The number of unanswered requests.
    var unanswered = 0
    /// A Boolean value that indicates whether further requests are no longer counted.
    var isDropping = false
    /// The number of watches of the client.
    var watches = 0
    /// A Boolean value that indicates whether the output is being written.
    var isFlushing = false
    /// A Boolean value that indicates whether the connection closes when all output has been sent.
    var isEnding = false
    var isClosed = false
    /// A Boolean value that indicates whether the read source owns the descriptor for reading.
    var isOpen = false
    var reading: SharedSource<any DispatchSourceProtocol>?
    var writing: SharedSource<any DispatchSourceProtocol>?
    var isWritingSuspended = false
    /// The closures to call when the connection is closed.
    var whenClosed: [@Sendable () -> Void] = []
  }

  private let limits: ConsoleLimits
  private let reader: Int32
  /// A duplicate of the descriptor, so that reading may end before writing.
  private let writer: Int32
  /// The unanswered requests of all clients.
  private let load: ConsoleLoad
  /// One thread serves the sockets of all clients, because no call on it blocks.
  private static let sockets = DispatchQueue(label: "Bridge.console.sockets")
  private let queue = DispatchQueue(label: "Bridge.console.client", target: sockets)
  private let state: Mutex<State>
  private let gone = Latch()
  private let items = AsyncStream<ConsoleLines.Item>.makeStream()

  /// Takes ownership of the descriptor of a connection.
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

  /// Starts to read.
  func open() {
    // From here on, the source closes the descriptor. Closing it twice might close another
    // connection that has reused its number.
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
            .tooManyClients, "the process may have no descriptors left: check 'ulimit -n'")))
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

  /// The lines from the client.
  ///
  /// The stream ends when the client sends no more.
  var requests: AsyncStream<ConsoleLines.Item> { items.stream }

  /// Records that a request has been answered.
  func didAnswer() {
    state.withLock { $0.unanswered -= 1 }
    load.add(-1)
  }

  /// Removes the remaining requests from the counts, because they will not be answered.
  func dropUnanswered() {
    let dropped = state.withLock { state in
      defer { (state.unanswered, state.isDropping) = (0, true) }
      return state.unanswered
    }
    load.add(-dropped)
  }

  /// Counts another watch of the client, and returns whether it is allowed.
  func addWatch() -> Bool {
    state.withLock { state in
      guard state.watches < limits.watches else { return false }
      state.watches += 1
      return true
    }
  }

  /// Calls a closure when the connection is closed, or immediately if it already is.
  func whenClosed(_ body: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.whenClosed.append(body) }
      return state.isClosed
    }
    if isClosed { body() }
  }

  /// Sends a line, unless the connection is closed.
  ///
  /// A client that reads too slowly is disconnected.
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

  /// Closes the connection when all output has been sent.
  func end() {
    state.withLock { $0.isEnding = true }
    queue.async { self.closeIfDone() }
  }

  /// Closes the connection immediately.
  ///
  /// Output that the client does not accept now is discarded.
  func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    if isFirst { queue.async { self.takeDown() } }
  }

  /// Waits until the connection is closed.
  func waitUntilGone() async { await gone.wait() }

  private static func line(of response: ConsoleResponse) -> [UInt8] {
    do {
      return Array(try ConsoleCoding.bytes(of: response)) + [UInt8(ascii: "\n")]
    } catch {
      let failure = BridgeConsoleError(.failed, "the result cannot be written as JSON: \(error)")
      // It contains only strings, which can always be encoded.
      let response = ConsoleResponse(id: response.id, error: failure)
      return (try? Array(ConsoleCoding.bytes(of: response)) + [UInt8(ascii: "\n")]) ?? []
    }
  }
}

// MARK: - On the queue

extension ConsoleConnection {
  /// Reads some of the available bytes.
  ///
  /// The source calls this again for the rest.
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

  /// Handles the end of input.
  ///
  /// A client that has closed its socket does not read responses either, so its requests need not
  /// be completed.
  private func endOfInput() {
    var status = pollfd(fd: reader, events: 0, revents: 0)
    let isGone = unsafe poll(&status, 1, 0) == 1 && status.revents & Int16(POLLHUP) != 0
    if isGone { close() } else { stopReading() }
  }

  /// Parses received bytes.
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
            more than \(number) are waiting, so no further requests are read. Wait for responses \
            before you send more.
            """)))
      return stopReading()
    }
    for item in items { self.items.continuation.yield(item) }
  }

  /// Stops reading, because the client has closed its side or must be disconnected.
  private func stopReading() {
    state.withLock { $0.reading.take() }?.source.cancel()
    items.continuation.finish()
  }

  /// The progress of writing.
  private enum Progress {
    case done
    /// The client must read data first.
    case full
    case broken
  }

  /// Writes as much as the client accepts now.
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

  /// Writes as much as the client accepts now, and schedules the rest.
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

  /// Continues when the client has read data.
  private func flushWhenPossible() {
    let (source, isSuspended, isClosed) = state.withLock { state in
      // After the connection is closed, `takeDown` resumes a suspended source.
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
    // If no descriptor is left, the connection is closed.
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

  /// Releases all resources.
  private func takeDown() {
    _ = write()
    stopReading()
    if !state.withLock(\.isOpen) { Foundation.close(reader) }
    let (writing, isSuspended, bodies) = state.withLock { state in
      defer { state.whenClosed = [] }
      return (state.writing.take(), state.isWritingSuspended, state.whenClosed)
    }
    if let writing {
      // A suspended source would never be cancelled.
      if isSuspended { writing.source.resume() }
      writing.source.cancel()
    } else {
      Foundation.close(writer)
    }
    for body in bodies { body() }
    gone.open()
  }
}
