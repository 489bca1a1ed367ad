import Foundation

/// Copies lines into mapped files without trusting the mapping.
///
/// A file that is shortened takes its pages out of every mapping, and a store to one
/// of them ends the process by SIGBUS; no check before the store excludes that. So the
/// store is left to the kernel, which answers with an error instead: a line is put into
/// a small file without a name, which no other process can shorten, and is read from
/// there into the mapping. That is one system call, and a cheaper one than `write`,
/// which has to lock and update the file.
///
/// Unchecked, because the compiler sees a pointer. It never changes, and what it
/// points to is used by one copy at a time: the copying thread holds the lock of the
/// log.
@safe final class LogStaging: @unchecked Sendable {
  private static let capacity = 1 << 16

  private let descriptor: Int32
  private let bytes: UnsafeMutableRawPointer

  /// Makes the nameless file in a folder.
  init(in folder: String, reserve: LogFile.Reserve) throws(KhalaLogError) {
    let path = folder + "/.khala-\(UUID().uuidString)"
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .systemCall("open", .fileUnavailable, path: path, number: errno)
    }
    unsafe unlink(path)
    let reserved = reserve(descriptor, 0, Self.capacity)
    guard reserved == 0 else {
      close(descriptor)
      throw .systemCall("reserving space", .fileUnavailable, path: path, number: reserved)
    }
    let mapped = unsafe mmap(
      nil, Self.capacity, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let bytes = unsafe mapped, unsafe bytes != MAP_FAILED else {
      let number = errno
      close(descriptor)
      throw .systemCall("mmap", .fileUnavailable, path: path, number: number)
    }
    self.descriptor = descriptor
    unsafe self.bytes = bytes
  }

  deinit {
    unsafe munmap(bytes, Self.capacity)
    close(descriptor)
  }

  /// Copies bytes to where a file is mapped.
  ///
  /// - Returns: Zero, or the number of the error.
  @unsafe func copy(_ line: [UInt8], to destination: UnsafeMutableRawPointer) -> Int32 {
    var done = 0
    while done < line.count {
      let piece = min(line.count - done, Self.capacity)
      unsafe line.withUnsafeBytes { line in
        unsafe bytes.copyMemory(from: line.baseAddress! + done, byteCount: piece)
      }
      // What the kernel has not copied, for whichever reason, it is asked for
      // again.
      var copied = 0
      while copied < piece {
        let count = unsafe pread(
          descriptor, destination + done + copied, piece - copied, off_t(copied))
        if count > 0 {
          copied += count
        } else if count == 0 || errno != EINTR {
          return count == 0 ? EIO : errno
        }
      }
      done += piece
    }
    return 0
  }
}
