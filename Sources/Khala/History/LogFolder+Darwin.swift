#if canImport(Darwin)
  import Foundation

  extension LogFolder {
    /// The folder in which programs of the user keep their state.
    static var userState: URL { .applicationSupportDirectory }
  }
#endif
