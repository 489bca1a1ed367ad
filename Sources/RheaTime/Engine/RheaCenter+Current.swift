import Synchronization

extension RheaCenter {
  /// The center of the process.
  static let process = RheaCenter(
    errorHandler: Rhea.writeToStandardError,
    didGrow: { LaunchMoments.process.settle() })

  /// The center of the code that asks: that of a test around it, or else the
  /// process's.
  static var current: RheaCenter {
    // One relaxed load where nobody ever asked for a center of their own, which
    // is everywhere but in tests: looking up a task-local value costs as much as
    // a small trigger.
    isScoping.load(ordering: .relaxed) ? scoped ?? process : process
  }

  @TaskLocal private static var scoped: RheaCenter?

  /// Whether there has ever been a body with a center of its own; its tasks may
  /// outlive it.
  private static let isScoping = Atomic(false)

  /// Makes this the current center of everything inside a body.
  func withCurrent<Success, Failure: Error>(
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    Self.isScoping.store(true, ordering: .relaxed)
    return try Self.$scoped.withValue(self) { Result(catching: body) }.get()
  }

  /// Makes this the current center of everything inside an asynchronous body.
  nonisolated(nonsending) func withCurrent<Success, Failure: Error>(
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    Self.isScoping.store(true, ordering: .relaxed)
    return try await Self.$scoped.withValue(self) {
      do throws(Failure) {
        return Result<Success, Failure>.success(try await body())
      } catch {
        return .failure(error)
      }
    }.get()
  }
}
