#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files that a build leaves beside a program.
package enum ProgramFiles {
  /// Returns the path of the index store of the build that made a program; `nil` if there is none.
  ///
  /// SwiftPM has it in `index/store` of the folder of the products, and Xcode in
  /// `Index.noindex/DataStore` of the derived data (not tried).
  package static func indexStore(of program: String) -> String? {
    let places = ["index/store", "Index.noindex/DataStore", "Index/DataStore"]
    return foldersAbove(program).lazy
      .flatMap { folder in places.map { "\(folder)/\($0)" } }
      .first { isFolder($0) }
  }

  /// Returns the paths of the object files that SwiftPM has linked into a program; `nil` if it
  /// was built otherwise.
  static func linkedObjects(of program: String) -> [String]? {
    let url = URL(filePath: program).absoluteURL
    let list = url.deletingLastPathComponent()
      .appending(path: "\(url.lastPathComponent).product/Objects.LinkFileList")
    guard let text = try? String(contentsOf: list, encoding: .utf8) else { return nil }
    return text.split(separator: "\n").map(unquoted)
  }

  /// Returns the name of the main module of an executable, if it is called like its target.
  static func mainModule(of program: String) -> String {
    URL(filePath: program).deletingPathExtension().lastPathComponent.replacing("-", with: "_")
  }

  /// Returns a path as it was before SwiftPM quoted it for the linker.
  private static func unquoted(_ line: Substring) -> String {
    guard line.count > 1, let quote = line.first, quote == "'" || quote == "\"" else {
      return String(line)
    }
    return String(line.dropFirst().dropLast()).replacing("'\\''", with: "'")
  }

  /// The folder of a program and four above it, as products lie in bundles and in folders of
  /// their configuration.
  private static func foldersAbove(_ program: String) -> [String] {
    var folder = URL(filePath: program).resolvingSymlinksInPath().deletingLastPathComponent()
    var folders: [String] = []
    while folders.count < 5, folder.path != "/" {
      folders.append(folder.path)
      folder.deleteLastPathComponent()
    }
    return folders
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: Bool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }
}
