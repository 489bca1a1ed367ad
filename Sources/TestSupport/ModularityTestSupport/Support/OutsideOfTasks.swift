import Dispatch

/// Runs code that blocks or computes for a long time on a separate thread.
///
/// The system runs at most as many threads of tasks as it has cores. If tests block these for
/// seconds, other tests may exceed their time limits.
package func outsideOfTasks<Value: Sendable, Failure: Error>(
  _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  let result = await withCheckedContinuation { continuation in
    DispatchQueue(label: "outside of tasks").async {
      continuation.resume(returning: Result { () throws(Failure) in try body() })
    }
  }
  return try result.get()
}
