#if canImport(Darwin)
  import Foundation

  extension LogFile {
    /// Makes sure that these bytes of a file exist and have a place on the disk.
    ///
    /// - Returns: Zero, or the number of the error.
    @Sendable static func reserve(_ descriptor: Int32, from start: Int, count: Int) -> Int32 {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { return errno }
      let missing = off_t(start + count) - status.st_size
      guard missing > 0 else { return 0 }
      var request = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
        fst_length: missing, fst_bytesalloc: 0)
      guard unsafe fcntl(descriptor, F_PREALLOCATE, &request) != -1 else { return errno }
      return ftruncate(descriptor, off_t(start + count)) == 0 ? 0 : errno
    }
  }
#endif
