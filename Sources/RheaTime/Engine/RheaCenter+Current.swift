import Synchronization

extension RheaCenter {
  /// The center of the process.
  static let process = RheaCenter(
    errorHandler: Rhea.writeToStandardError,
    didGrow: { LaunchMoments.process.settle() })

  /// The center of the code that asks: that of a test around it, or else the
  /// process's.
  static var current: RheaCenter { scoped ?? process }

  /// The center of a test around the code that asks.
  ///
  /// One relaxed load where nobody ever asked for a center of their own, which
  /// is everywhere but in tests: looking up a task-local value costs as much as a
  /// small trigger.
  static var scoped: RheaCenter? {
    isScoping.load(ordering: .relaxed) ? taskLocal : nil
  }

  @TaskLocal private static var taskLocal: RheaCenter?

  /// Whether there has ever been a body with a center of its own; its tasks may
  /// outlive it.
  private static let isScoping = Atomic(false)

  /// Makes this the current center of everything inside a body.
  func withCurrent<Success, Failure: Error>(
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    Self.isScoping.store(true, ordering: .relaxed)
    return try Self.$taskLocal.withValue(self) { Result(catching: body) }.get()
  }

  /// Makes this the current center of everything inside an asynchronous body.
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
