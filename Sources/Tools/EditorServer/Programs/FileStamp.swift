#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("EditorServer needs the C library of this platform.")
#endif

/// The size, the date and the identity of a file, which change when it is written.
struct FileStamp: Sendable, Hashable {
  /// A time on the clock of the file system.
  struct Date: Sendable, Hashable, Comparable {
    let seconds: Int
    let nanoseconds: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  let size: Int
  let date: Date
  let node: UInt64
  let isFolder: Bool

  /// Looks at a file or a folder; `nil` if there is none.
  init?(path: String, followsLinks: Bool = true) {
    var status = stat()
    let result = followsLinks ? unsafe stat(path, &status) : unsafe lstat(path, &status)
    guard result == 0 else { return nil }
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    date = Date(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
    node = UInt64(status.st_ino)
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }
}
