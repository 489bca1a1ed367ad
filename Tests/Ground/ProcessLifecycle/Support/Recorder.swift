import Synchronization

/// Notes what happens, in order.
final class Recorder<Entry: Sendable>: Sendable {
  private let noted = Mutex<[Entry]>([])

  var entries: [Entry] { noted.withLock { $0 } }

  func note(_ entry: Entry) {
    noted.withLock { $0.append(entry) }
  }
}
