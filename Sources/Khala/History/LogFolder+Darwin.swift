#if canImport(Darwin)
  import Foundation

  extension LogFolder {
    /// Where the programs of the user keep what they want to find again.
    static var userState: URL { .applicationSupportDirectory }
  }
#endif
