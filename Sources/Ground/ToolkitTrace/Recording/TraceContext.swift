/// The context of a task, or of a thread outside of tasks: the spans around it.
enum TraceContext {
  /// The span on whose behalf the current code runs.
  @TaskLocal static var cause: TraceSpanID?

  /// A Boolean value that indicates whether the current code runs inside a sink, so
  /// that what it traces must not be handed to sinks again.
  @TaskLocal static var isInsideSink = false

  /// Runs a body on behalf of a span.
  ///
  /// `TaskLocal.withValue` rethrows any error; carrying the outcome out as a
  /// `Result` keeps the type of the error.
  static func withCause<Success, Failure: Error>(
    _ cause: TraceSpanID?, _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    let outcome = $cause.withValue(cause) { Result(catching: body) }
    return try outcome.get()
  }

  /// Runs an asynchronous body on behalf of a span.
  nonisolated(nonsending) static func withCause<Success, Failure: Error>(
    _ cause: TraceSpanID?,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let outcome: Result<Success, Failure> = await $cause.withValue(cause) {
      do throws(Failure) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}
