import Synchronization

extension RelayDirectory {
  /// The relays of the process.
  static let process = RelayDirectory()

  /// The relays of the code that asks: those of a test around it, or else the
  /// process's.
  ///
  /// One relaxed load where nobody ever asked for relays of their own, which is
  /// everywhere but in tests.
  static var current: RelayDirectory {
    guard isScoping.load(ordering: .relaxed), let scoped = taskLocal else { return process }
    return scoped
  }

  @TaskLocal private static var taskLocal: RelayDirectory?

  /// Whether there has ever been a body with relays of its own; its tasks may
  /// outlive it.
  private static let isScoping = Atomic(false)

  /// Makes these the current relays of everything inside a body.
  func withCurrent<Success, Failure: Error>(
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    Self.isScoping.store(true, ordering: .relaxed)
    return try Self.$taskLocal.withValue(self) { Result(catching: body) }.get()
  }

  /// Makes these the current relays of everything inside an asynchronous body.
  nonisolated(nonsending) func withCurrent<Success, Failure: Error>(
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    Self.isScoping.store(true, ordering: .relaxed)
    return try await Self.$taskLocal.withValue(self) {
      do throws(Failure) {
        return Result<Success, Failure>.success(try await body())
      } catch {
        return .failure(error)
      }
    }.get()
  }
}
