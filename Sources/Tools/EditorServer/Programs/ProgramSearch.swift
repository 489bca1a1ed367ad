#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files that may be programs of a workspace: those that were named, or those in its build
/// folders.
struct ProgramSearch: Sendable, Hashable {
  /// The folders of the workspace.
  let roots: [String]
  /// The paths that were named; none to search.
  let named: [String]

  /// Returns the folders whose changes may bring programs, with their stamps.
  func folders() -> [String: FileStamp] {
    guard named.isEmpty else { return [:] }
    var folders: [String: FileStamp] = [:]
    for build in roots.map({ $0 + "/.build" }) {
      folders[build] = FileStamp(path: build)
      for folder in Self.debugFolders(in: build) { folders[folder] = FileStamp(path: folder) }
    }
    return folders
  }

  /// Returns the paths that may be those of programs, by their names.
  func candidates() -> [String] {
    guard named.isEmpty else {
      return named.map { FilePath.absolute($0, in: roots.first ?? ".") }
    }
    let folders = Set(roots.flatMap { Self.debugFolders(in: $0 + "/.build") })
    return folders.sorted().flatMap(Self.candidates)
  }

  /// Returns the folders `debug` and `<triple>/debug`, each once, without links.
  private static func debugFolders(in build: String) -> Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: build)) ?? []
    let paths = ["\(build)/debug"] + names.map { "\(build)/\($0)/debug" }
    return Set(paths.filter { FileStamp(path: $0)?.isFolder == true }.map(FilePath.resolved))
  }

  /// Returns the files without an extension, as executables are, and shared libraries.
  ///
  /// Bundles of tests have an extension: their records would join those of the app under test.
  private static func candidates(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let programs = names.filter { name in
      !name.contains(".") || name.hasSuffix(".so") || name.hasSuffix(".dylib")
    }
    return programs.sorted().map { "\(folder)/\($0)" }
      .filter { FileStamp(path: $0)?.isFolder == false }
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
