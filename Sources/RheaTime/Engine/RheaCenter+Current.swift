import Synchronization

extension RheaCenter {
  /// The center of the process.
  static let process = RheaCenter(
    errorHandler: Rhea.writeToStandardError,
    didGrow: { LaunchMoments.process.settle() })

  /// The center of the code that asks: that of a test around it, or else the
  /// process's.
  static var current: RheaCenter {
    // One relaxed load where no test is running, which is everywhere but in
    // tests: looking up a task-local value costs as much as a small trigger.
    scopeCount.load(ordering: .relaxed) == 0 ? process : scoped ?? process
  }

  @TaskLocal private static var scoped: RheaCenter?

  /// How many bodies are running with a center of their own.
  private static let scopeCount = Atomic(0)

  /// Makes this the current center of everything inside a body.
  func withCurrent<Success, Failure: Error>(
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    Self.scopeCount.add(1, ordering: .relaxed)
    defer { Self.scopeCount.subtract(1, ordering: .relaxed) }
    return try Self.$scoped.withValue(self) { Result(catching: body) }.get()
  }

  /// Makes this the current center of everything inside an asynchronous body.
  nonisolated(nonsending) func withCurrent<Success, Failure: Error>(
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    Self.scopeCount.add(1, ordering: .relaxed)
    defer { Self.scopeCount.subtract(1, ordering: .relaxed) }
    return try await Self.$scoped.withValue(self) {
      do throws(Failure) {
        return Result<Success, Failure>.success(try await body())
      } catch {
        return .failure(error)
      }
    }.get()
  }
}
