import Foundation

/// The time in which a process has no descriptors left for the connections that wait.
package enum DescriptorShortage {
  /// Pauses the calling thread if its `accept` has just failed for lack of descriptors.
  ///
  /// The client still waits then, so the listener's source would call its handler again at once,
  /// and take a whole processor until a descriptor is free. No event tells of that, as another part
  /// of the process, or another process, closes it. To be called on a queue that only the listener
  /// uses, right after `accept`.
  package static func pauseIfAny() {
    guard errno == EMFILE || errno == ENFILE else { return }
    // 20 attempts a second take no time, and clients hardly notice the wait.
    usleep(50_000)
  }
}
