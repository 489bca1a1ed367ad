#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#else
  #error("the C library of this system is not known")
#endif

/// The time of the last change of a file, in nanoseconds since 1970.
package struct FileTime: Sendable, Hashable, Comparable {
  package var nanoseconds: Int64

  package init(seconds: Int64, nanoseconds: Int64) {
    self.nanoseconds = seconds &* 1_000_000_000 &+ nanoseconds
  }

  /// Reads the time of a file; `nil` if there is none.
  package init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    self.init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }

  package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}
