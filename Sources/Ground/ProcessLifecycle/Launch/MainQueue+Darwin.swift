#if canImport(Darwin)

  import Darwin

  extension MainQueue {
    /// A Boolean value that indicates whether the calling code runs on the main actor, which always
    /// uses the same thread on this platform.
    static var isCurrent: Bool { pthread_main_np() != 0 }

    /// A Boolean value that indicates whether the Swift libraries are initialized before all other
    /// code.
    static var areLibrariesShared: Bool { true }
  }

#endif
