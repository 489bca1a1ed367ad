import Dispatch

/// Runs code that waits or computes for long on a thread of its own.
///
/// The system runs no more threads of tasks than it has cores. If tests keep them for seconds,
/// time limits of other tests pass.
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
