package import ModuleGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folders of the source files of modules, for tools that need paths.
///
/// A record contains `Feed/Tasks.swift`: the module and the file, but not the folder.
package struct SourceFolders: Sendable {
  /// The specified folders of modules, relative to the root.
  private let folders: [String: String]
  /// All Swift files below the root, relative to it, by file name.
  private let files: [String: [String]]

  /// Searches a folder for source files.
  ///
  /// - Parameters:
  ///   - root: The folder of the project.
  ///   - folders: The folders of modules with other names, relative to the root.
  package init(root: String, folders: [String: String] = [:]) {
    self.folders = folders
    var files: [String: [String]] = [:]
    var waiting = [""]
    while let folder = waiting.popLast() {
      let names = try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")
      // This skips build folders and the folders of tools.
      for name in names ?? [] where !name.hasPrefix(".") {
        let path = folder + name
        if name.hasSuffix(".swift") { files[name, default: []].append(path) }
        if Self.isFolder("\(root)/\(path)") { waiting.append(path + "/") }
      }
    }
    self.files = files
  }

  /// Returns whether this is a folder, and not a link, which may lead back to its parent.
  private static func isFolder(_ path: String) -> Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return type == .typeDirectory
  }

  /// Returns the path of the file of a source location, relative to the root, if it is unambiguous.
  ///
  /// The file must be in a folder with the name of its module, or be the only one with its name.
  package func path(of place: CodeLocation) -> String? {
    let name = String(place.fileID.split(separator: "/").last ?? "")
    var candidates = files[name, default: []]
    if let folder = folders[place.module] {
      candidates = candidates.filter { $0.hasPrefix(folder + "/") }
    } else {
      let named = candidates.filter { path in
        path.split(separator: "/").dropLast().contains(place.module[...])
      }
      if !named.isEmpty { candidates = named }
    }
    return candidates.count == 1 ? candidates[0] : nil
  }
}
