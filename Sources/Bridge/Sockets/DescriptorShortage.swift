import Foundation

/// The time in which a process has no descriptors left for the connections that wait.
package enum DescriptorShortage {
  /// Pauses the calling thread if the latest `accept` has failed for lack of descriptors.
  ///
  /// The client still waits then, so the listener's source would call its handler again at once,
  /// and take a whole processor until a descriptor is free. To be called on a queue that only the
  /// listener uses, right after `accept`.
  package static func pause() {
    if errno == EMFILE || errno == ENFILE { usleep(50_000) }
  }
}
