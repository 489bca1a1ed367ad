/// Detects programs that a build has written.
///
/// It only compares sizes and dates, so a check takes microseconds. The caller repeats it
/// regularly.
struct ProgramWatch: Sendable {
  private let search: ProgramSearch
  private var folders: [String: FileStamp] = [:]
  /// The files that may be programs, at the time of the last check.
  private var seen: [String: FileStamp] = [:]
  /// The reported files, at the time of the report.
  private var reported: [String: FileStamp] = [:]
  /// A Boolean value that indicates whether a file has changed and may be incomplete.
  private(set) var isSettling = false

  init(_ search: ProgramSearch) {
    self.search = search
  }

  /// Checks the files.
  ///
  /// - Parameter isFirst: A Boolean value that indicates whether to report all files, because a
  ///   session begins.
  /// - Returns: The files that are new or have changed, and have not changed since the last check,
  ///   so that their linker has finished.
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

  /// Makes the next check report a file again, because it changed while it was read.
  mutating func forget(_ path: String) {
    reported[path] = nil
    seen[path] = nil
    isSettling = true
  }

  /// Returns the stamps of the files.
  ///
  /// The folders are only read again if they have changed.
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

/// The size, date and identity of a file.
///
/// At least one of them changes when the file is written.
struct FileStamp: Sendable, Hashable {
  let size: Int
  /// The time since 1970 at which the file was written.
  let date: Duration
  let node: UInt64
  let isFolder: Bool

  /// Reads the stamp of a file or a folder.
  ///
  /// Returns `nil` if it does not exist.
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
    date = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    node = UInt64(status.st_ino)
    isFolder = status.st_mode & S_IFMT == S_IFDIR
  }
}
