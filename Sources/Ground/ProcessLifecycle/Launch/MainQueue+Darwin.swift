#if canImport(Darwin)

  import Darwin

  extension MainQueue {
    /// A Boolean value that indicates whether the calling code runs on the main actor,
    /// which is one thread here.
    static var isCurrent: Bool { pthread_main_np() != 0 }

    /// A Boolean value that indicates whether Swift's own libraries are ready before
    /// any code of ours.
    static var areLibrariesShared: Bool { true }
  }

#endif
