#if os(Linux)
  import Foundation

  extension LogFile {
    /// Makes sure that these bytes of a file exist and have a place on the disk.
    ///
    /// - Returns: Zero, or the number of the error.
    @Sendable static func reserve(_ descriptor: Int32, from start: Int, count: Int) -> Int32 {
      while true {
        let result = posix_fallocate(descriptor, off_t(start), off_t(count))
        if result != EINTR { return result }
      }
    }
  }
#endif
