#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("EditorServer needs the C library of this platform.")
#endif

/// The paths of files, which may be reached by several names.
enum FilePath {
  /// Returns the path without links; the path itself if there is no such file.
  static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Returns a path that may be relative to a folder.
  static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }
}
