import CGround
import Dispatch
import Foundation
import Synchronization

extension PostgresConnection {
  /// Properties of a server, as reported when the connection was made.
  struct Server: Sendable {
    /// The version number of PostgreSQL, such as `150018` for 15.18.
    var version = 0
    var versionText = ""
    var host = ""
    var database = ""
  }
}

/// The password of a connection string, which must not appear in any message.
struct Secrets: Sendable {
  private let password: String?

  /// Parses a connection string.
  ///
  /// - Throws: An error if libpq cannot parse it. The error does not contain the string.
  init(of connection: String, _ library: PostgresLibrary) throws(TaskStoreError) {
    var message: UnsafeMutablePointer<CChar>?
    let options = unsafe library.functions.conninfo_parse(connection, &message)
    if let message = unsafe message { unsafe library.functions.freemem(message) }
    guard let options = unsafe options else {
      throw TaskStoreError(
        .connection,
        """
        the connection string of PostgreSQL cannot be read: write a URI such as \
        'postgresql://host/database', keywords such as 'host=… dbname=…', or 'service=…'.
        """)
    }
    defer { unsafe library.functions.conninfo_free(options) }
    var password: String?
    var option = unsafe options
    while let keyword = unsafe option.pointee.keyword {
      if unsafe String(cString: keyword) == "password", let value = unsafe option.pointee.value {
        password = unsafe String(cString: value)
      }
      unsafe option += 1
    }
    self.password = password
  }

  /// Returns a message on one line, without the password.
  func redacted(_ message: String) -> String {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard let password, !password.isEmpty else { return line }
    return line.replacing(password, with: "…")
  }
}

/// A flag that one thread sets and others read.
final class Flag: Sendable {
  private let isSet = Atomic(false)

  var value: Bool { isSet.load(ordering: .acquiring) }

  func set() { isSet.store(true, ordering: .releasing) }
}

/// Calls a function with C strings.
func withCStrings<Result>(
  _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  let copies = unsafe texts.map { text in unsafe text.flatMap { unsafe strdup($0) } }
  defer { unsafe copies.forEach { unsafe free($0) } }
  let pointers = unsafe copies.map { unsafe UnsafePointer($0) }
  return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
}

extension Duration {
  /// The duration as a Dispatch interval.
  var timeInterval: DispatchTimeInterval {
    .nanoseconds(Int(TaskTime.nanoseconds(of: self)))
  }
}

/// The readiness of a socket for reading or writing.
enum SocketReadiness {
  case reading, writing

  /// Waits until a socket is ready, and closes the descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: A descriptor of the socket for this wait only.
  ///   - end: The deadline.
  ///   - queue: The queue that waits.
  /// - Returns: `false` if the deadline has passed.
  func wait(
    closing descriptor: Int32, until end: DispatchTime, on queue: DispatchQueue
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      // Any thread may cancel a source, although Dispatch does not declare this in its types.
      nonisolated(unsafe) let source: any DispatchSourceProtocol =
        switch self {
        case .reading: DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        case .writing: DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
        }
      nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: queue)
      let isReady = Flag()
      unsafe source.setEventHandler {
        isReady.set()
        unsafe source.cancel()
      }
      unsafe source.setCancelHandler {
        close(descriptor)
        unsafe timer.cancel()
        continuation.resume(returning: isReady.value)
      }
      unsafe timer.setEventHandler { unsafe source.cancel() }
      unsafe timer.schedule(deadline: end)
      unsafe timer.resume()
      unsafe source.resume()
    }
  }
}

/// An executor that runs the jobs of an actor on a separate queue.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  /// Creates an executor.
  ///
  /// - Parameters:
  ///   - label: The label of the queue.
  ///   - blocks: Whether its jobs block their thread. If so, it has a thread of its own.
  init(_ label: String, blocks: Bool = true) {
    queue = DispatchQueue(label: label, target: blocks ? nil : .global())
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
