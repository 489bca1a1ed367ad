import Dispatch
import Synchronization

/// The end of a session, for a thread that waits for it.
final class EndingOfRun: Sendable {
  private let ending = Mutex<EditorEnding?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func set(_ ending: EditorEnding) {
    self.ending.withLock { $0 = ending }
    isThere.signal()
  }

  func wait() -> EditorEnding {
    isThere.wait()
    guard let ending = ending.withLock(\.self) else {
      preconditionFailure("The semaphore is signalled when the end is known.")
    }
    return ending
  }
}
