#if canImport(Darwin)
  import BinaryRecords

  // Written from the documentation of dyld, and not tested by our checks.
  extension DynamicLoader {
    static let format = BinaryTraits.Format.machO

    static let arm64Name = "arm64"

    static let searchVariable = "DYLD_LIBRARY_PATH"

    /// The handle for all shared symbols of the process, which C calls `RTLD_DEFAULT`.
    static var everywhere: UnsafeMutableRawPointer? {
      unsafe UnsafeMutableRawPointer(bitPattern: -2)
    }
  }
#endif
