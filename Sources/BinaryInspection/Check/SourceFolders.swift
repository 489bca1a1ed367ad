import Foundation
import ModuleGraph

/// The folders of the source files of modules, for tools that want paths.
///
/// A record says `Feed/Tasks.swift`: the module and the file, but not the folder.
package struct SourceFolders: Sendable {
  /// The folders of modules that were named, relative to the root.
  private let folders: [String: String]
  /// All Swift files below the root, relative to it, by the name of the file.
  private let files: [String: [String]]

  /// Looks through a folder.
  ///
  /// - Parameters:
  ///   - root: The folder of the project.
  ///   - folders: The folders of single modules, relative to the root.
  package init(root: String, folders: [String: String] = [:]) {
    self.folders = folders
    var files: [String: [String]] = [:]
    let paths = FileManager.default.enumerator(atPath: root)
    while let path = paths?.nextObject() as? String {
      let name = path.split(separator: "/").last ?? ""
      // Neither build folders nor those of tools.
      if name.hasPrefix(".") {
        paths?.skipDescendants()
      } else if name.hasSuffix(".swift") {
        files[String(name), default: []].append(path)
      }
    }
    self.files = files
  }

  /// The path of the file of a place, relative to the root, if there is one that it
  /// must be: in a folder named as its module, or the only one of its name.
  func path(of place: CodeLocation) -> String? {
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
