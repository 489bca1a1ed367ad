#if os(Linux)

  internal import Foundation

  /// Files in memory without a name, which cannot be changed after they are created.
  enum MemoryFile {
    private typealias Create = @convention(c) (UnsafePointer<CChar>, CUnsignedInt) -> Int32

    // These constants are from `linux/memfd.h` and `linux/fcntl.h`, and are not available in
    // Swift's C library module.
    private static let closeOnExecAndAllowSealing: CUnsignedInt = 1 | 2
    private static let addSeals: Int32 = 1024 + 9
    private static let sealShrinkGrowAndWriteForGood: Int32 = 1 | 2 | 4 | 8

    /// Creates a sealed file with these bytes.
    ///
    /// Its reader can rely on its length and contents.
    ///
    /// - Returns: A descriptor. The caller must close it.
    static func make(of bytes: [UInt8]) throws(JournalSocketError) -> Int32 {
      guard let address = unsafe dlsym(nil, "memfd_create") else {
        throw JournalSocketError(
          "the entry is too large for a datagram, and the C library has no 'memfd_create'")
      }
      let create = unsafe unsafeBitCast(address, to: Create.self)
      let file = unsafe create("modularitykit-journal-entry", closeOnExecAndAllowSealing)
      guard file >= 0 else { throw .call("memfd_create", number: errno) }
      do throws(JournalSocketError) {
        try write(bytes, to: file)
        guard fcntl(file, addSeals, sealShrinkGrowAndWriteForGood) == 0 else {
          throw .call("fcntl", number: errno)
        }
      } catch {
        close(file)
        throw error
      }
      return file
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(JournalSocketError) {
      var written = 0
      while written < bytes.count {
        let count = unsafe bytes[written...].withUnsafeBytes {
          unsafe Foundation.write(file, $0.baseAddress, $0.count)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw .call("write", number: errno) }
        written += count
      }
    }
  }

#endif
