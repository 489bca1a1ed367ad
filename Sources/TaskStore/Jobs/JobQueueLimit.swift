/// The maximum number of jobs of a queue that run at once, and that begin within a time.
public struct JobQueueLimit: Sendable, Hashable {
  public var queue: String

  /// The maximum number at once in this process.
  public var inProcess: Int

  /// The maximum number at once in all processes that share the store, or `nil` for no limit.
  public var inAll: Int?

  /// The maximum number that begin within a time in this process, or `nil` for no limit.
  public var rateInProcess: JobRate?

  /// The maximum number that begin within a time in all processes that share the store, or `nil`
  /// for no limit.
  ///
  /// Give all of these processes the same rate: each applies its own to what began in all.
  public var rateInAll: JobRate?

  /// Creates a limit; a queue without one has ten jobs at once in a process.
  ///
  /// - Parameters:
  ///   - queue: The name of the queue.
  ///   - inProcess: The maximum number of its jobs at once in this process, at least 1.
  ///   - inAll: The maximum number of them at once in all processes, at least 1.
  ///   - rateInProcess: The rate at which they begin in this process. An attempt that begins
  ///     counts, also if it is another one of a job or is given back.
  ///   - rateInAll: The rate at which they begin in all processes, by the store's clock.
  public init(
    of queue: String, inProcess: Int = 10, inAll: Int? = nil, rateInProcess: JobRate? = nil,
    rateInAll: JobRate? = nil
  ) {
    self.queue = queue
    self.inProcess = max(1, inProcess)
    self.inAll = inAll.map { max(1, $0) }
    self.rateInProcess = rateInProcess
    self.rateInAll = rateInAll
  }
}
