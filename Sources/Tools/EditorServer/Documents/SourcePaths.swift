#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The Swift files below the folders of a workspace, by their names in records.
///
/// A record contains `Feed/Tasks.swift`: the module and the file, but not the folder. The
/// compiler's index contains the folders. This search is used until the index is read, or if it
/// does not exist.
struct SourcePaths: Sendable {
  /// The paths, by file name.
  private var files: [String: [String]] = [:]

  /// Searches folders, with the nearest ones first.
  ///
  /// - Parameters:
  ///   - roots: The folders of the workspace.
  ///   - limit: The maximum number of folders to search. An editor may have been started in a
  ///     folder with many other folders.
  init(below roots: [String], limit: Int = 20_000) {
    var waiting = roots
    var count = 0
    while count < min(waiting.count, limit) {
      let folder = waiting[count]
      count += 1
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      // This skips build folders and the folders of tools.
      for name in names.sorted() where !name.hasPrefix(".") {
        let path = "\(folder)/\(name)"
        if name.hasSuffix(".swift") {
          files[name, default: []].append(path)
        } else if !name.contains("."), Self.isFolder(path) {
          waiting.append(path)
        }
      }
    }
  }

  /// Returns the path of a file such as `Feed/Tasks.swift`, or `nil` if it is ambiguous.
  func path(of fileID: String) -> String? {
    guard let slash = fileID.firstIndex(of: "/"), let last = fileID.lastIndex(of: "/") else {
      return nil
    }
    let module = fileID[..<slash]
    let candidates = files[String(fileID[fileID.index(after: last)...])] ?? []
    if candidates.count == 1 { return candidates[0] }
    for fits in [Self.isInFolder, Self.isInJoinedFolders] {
      let fitting = candidates.filter { fits(module, $0) }
      if fitting.count == 1 { return fitting[0] }
    }
    return nil
  }

  /// Returns whether one of the folders of a path has the name of a module.
  private static func isInFolder(_ module: Substring, _ path: String) -> Bool {
    path.split(separator: "/").dropLast().contains(module)
  }

  /// Returns whether the joined names of adjacent folders are the name of a module.
  ///
  /// For example, `Harbor/Cargo/Cargo.swift` belongs to `HarborCargo`.
  private static func isInJoinedFolders(_ module: Substring, _ path: String) -> Bool {
    var folders = path.split(separator: "/").dropLast()
    while !folders.isEmpty {
      var rest = module
      for folder in folders.reversed() {
        guard rest.hasSuffix(folder) else { break }
        rest = rest.dropLast(folder.count)
        if rest.isEmpty { return true }
      }
      folders.removeLast()
    }
    return false
  }

  /// Returns whether this is a folder, and not a link, which may lead back to its parent.
  private static func isFolder(_ path: String) -> Bool {
    FileStamp(path: path, followsLinks: false)?.isFolder ?? false
  }
}
