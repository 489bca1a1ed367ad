import Synchronization

/// Counts the moments at which a value changed that something cached had been found to
/// follow from.
///
/// A reader that has found a cache to be up to date need not check it again while the
/// number is the same. A value that has not been read since its last change does not
/// count, so that setting one costs nothing more.
enum Epoch {
  private static let number = Atomic<UInt>(1)

  /// The present number; never 0.
  static var current: UInt { number.load(ordering: .acquiring) }

  /// Begins the next.
  static func advance() {
    number.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }
}
