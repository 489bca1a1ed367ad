#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The Swift files below the folders of a workspace, by the names that records have for them.
///
/// A record says `Feed/Tasks.swift`: the module and the file, but not the folder. The compiler's
/// index knows the folders; this search serves until it is read, or where there is none.
struct SourcePaths: Sendable {
  /// The paths by the name of the file.
  private var files: [String: [String]] = [:]

  /// Searches folders, the nearest first.
  ///
  /// - Parameters:
  ///   - roots: The folders of the workspace.
  ///   - limit: The number of folders that are searched: an editor may have been started in a
  ///     folder that has everything below it.
  init(below roots: [String], limit: Int = 20_000) {
    var waiting = roots
    var count = 0
    while count < min(waiting.count, limit) {
      let folder = waiting[count]
      count += 1
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      // Neither build folders nor those of tools.
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

  /// Returns the path of a file such as `Feed/Tasks.swift`; `nil` if it is not clear which it is.
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

  /// Returns whether the names of folders that follow each other make that of a module, as in
  /// `Harbor/Cargo/Cargo.swift` of `HarborCargo`.
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

  /// Returns whether there is a folder, other than by a link, which may lead back to it.
  private static func isFolder(_ path: String) -> Bool {
    FileStamp(path: path, followsLinks: false)?.isFolder ?? false
  }
}
