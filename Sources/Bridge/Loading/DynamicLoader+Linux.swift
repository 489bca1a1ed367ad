#if os(Linux) || os(Android)
  import BinaryRecords

  extension DynamicLoader {
    static let format = BinaryTraits.Format.elf

    static let arm64Name = "aarch64"

    static let searchVariable = "LD_LIBRARY_PATH"

    /// The handle for all shared symbols of the process, which C calls `RTLD_DEFAULT`.
    static var everywhere: UnsafeMutableRawPointer? { nil }
  }
#endif
