import Khala
import Synchronization

/// Lets a hook reach the log that calls it.
final class LogHolder: Sendable {
  private let held = Mutex<KhalaLog?>(nil)

  var log: KhalaLog? {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
