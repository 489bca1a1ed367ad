#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files that may be programs of a workspace: the specified files, or the files in its build
/// folders.
struct ProgramSearch: Sendable, Hashable {
  /// The folders of the workspace.
  let roots: [String]
  /// The specified paths.
  ///
  /// If empty, the build folders are searched.
  let named: [String]

  /// Returns the folders in which new programs may appear, with their stamps.
  func folders() -> [String: FileStamp] {
    guard named.isEmpty else { return [:] }
    var folders: [String: FileStamp] = [:]
    for build in roots.map({ $0 + "/.build" }) {
      folders[build] = FileStamp(path: build)
      for folder in Self.debugFolders(in: build) { folders[folder] = FileStamp(path: folder) }
    }
    return folders
  }

  /// Returns the paths that may be programs, according to their names.
  func candidates() -> [String] {
    guard named.isEmpty else {
      return named.map { FilePath.absolute($0, in: roots.first ?? ".") }
    }
    let folders = Set(roots.flatMap { Self.debugFolders(in: $0 + "/.build") })
    return folders.sorted().flatMap(Self.candidates)
  }

  /// Returns the folders `debug` and `<triple>/debug`, without duplicates and links.
  private static func debugFolders(in build: String) -> Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: build)) ?? []
    let paths = ["\(build)/debug"] + names.map { "\(build)/\($0)/debug" }
    return Set(paths.filter { FileStamp(path: $0)?.isFolder == true }.map(FilePath.resolved))
  }

  /// Returns the files without an extension, such as executables, and shared libraries.
  ///
  /// Test bundles have an extension, so they are excluded. Otherwise, their records would be mixed
  /// with the records of the tested app.
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

/// Functions for paths of files, which may have several names.
enum FilePath {
  /// Returns the path without links.
  ///
  /// If the file does not exist, returns the path itself.
  static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Returns the absolute form of a path that may be relative to a folder.
  static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }
}
