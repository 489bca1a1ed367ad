/// Notices the programs that a build has written.
///
/// It only compares sizes and dates, so that a look costs microseconds; the caller looks again
/// and again.
struct ProgramWatch: Sendable {
  private let search: ProgramSearch
  private var folders: [String: FileStamp] = [:]
  /// The files that may be programs, as the last look found them.
  private var seen: [String: FileStamp] = [:]
  /// The files that were reported, as they were then.
  private var reported: [String: FileStamp] = [:]
  /// A Boolean value that indicates whether a file has changed and may not be complete.
  private(set) var isSettling = false

  init(_ search: ProgramSearch) {
    self.search = search
  }

  /// Looks at the files.
  ///
  /// - Parameter isFirst: Whether all files are reported as they are, because a session begins.
  /// - Returns: The files that are new or have changed, and are as they were at the last look:
  ///   their linker has ended.
  mutating func look(isFirst: Bool = false) -> [String] {
    let present = stamps()
    let complete = present.filter { path, stamp in
      stamp.size > 0 && reported[path] != stamp && (isFirst || seen[path] == stamp)
    }
    seen = present
    reported.merge(complete) { $1 }
    isSettling = present.contains { reported[$0.key] != $0.value }
    return complete.keys.sorted()
  }

  /// Reports a file once more, as its content was not that of one moment.
  mutating func forget(_ path: String) {
    reported[path] = nil
    seen[path] = nil
    isSettling = true
  }

  /// Returns the stamps of the files; the folders are only read again when they have changed.
  private mutating func stamps() -> [String: FileStamp] {
    let present = search.folders()
    let isKnown = !seen.isEmpty && present == folders
    folders = present
    let paths = isKnown ? Array(seen.keys) : search.candidates()
    var stamps: [String: FileStamp] = [:]
    for path in paths { stamps[path] = FileStamp(path: path) }
    return stamps
  }
}

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
