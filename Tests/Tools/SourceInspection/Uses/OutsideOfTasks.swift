import Dispatch

/// Runs code on a thread that may wait.
///
/// A reader waits for other threads that parse sources. The threads of tasks must not wait, as
/// there are no more of them than cores.
func outsideOfTasks<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "outside of tasks").async { continuation.resume(returning: body()) }
  }
}
