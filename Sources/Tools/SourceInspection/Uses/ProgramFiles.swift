#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files that a build leaves beside a program.
package enum ProgramFiles {
  /// Returns the path of the index store of the build that made a program, or `nil` if no folder
  /// above the program contains one.
  ///
  /// SwiftPM writes the store to `index/store` in the folder of the products. Xcode writes it to
  /// `Index.noindex/DataStore` in the derived data, which is untested.
  package static func indexStore(of program: String) -> String? {
    let places = ["index/store", "Index.noindex/DataStore", "Index/DataStore"]
    return foldersAbove(program).lazy
      .flatMap { folder in places.map { "\(folder)/\($0)" } }
      .first { isFolder($0) }
  }

  /// Returns the paths of the object files that SwiftPM linked into a program, or `nil` if another
  /// build system linked it.
  static func linkedObjects(of program: String) -> [String]? {
    let url = URL(filePath: program).absoluteURL
    let list = url.deletingLastPathComponent()
      .appending(path: "\(url.lastPathComponent).product/Objects.LinkFileList")
    guard let text = try? String(contentsOf: list, encoding: .utf8) else { return nil }
    return text.split(separator: "\n").map(unquoted)
  }

  /// Returns the name of the main module of an executable, provided that the executable is named
  /// after its target.
  static func mainModule(of program: String) -> String {
    URL(filePath: program).deletingPathExtension().lastPathComponent.replacing("-", with: "_")
  }

  /// Removes the quotes that SwiftPM adds to a path for the linker.
  private static func unquoted(_ line: Substring) -> String {
    guard line.count > 1, let quote = line.first, quote == "'" || quote == "\"" else {
      return String(line)
    }
    return String(line.dropFirst().dropLast()).replacing("'\\''", with: "'")
  }

  /// Returns the folder of a program and the four folders above it.
  ///
  /// A product can lie in a bundle, and in a folder of its configuration.
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
