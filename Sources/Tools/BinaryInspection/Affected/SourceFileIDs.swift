package import ModuleGraph

/// The source files of a program with their names in records, which consist of module and file.
package struct SourceFileIDs: Sendable {
  /// The `fileID`s of the declarations, by the name of the file.
  private let known: [Substring: [String]]
  /// The folders of modules with other names, relative to the project.
  private let folders: [String: String]

  /// Collects the files of the declarations in a graph, and of the uses in code.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - folders: The folders of modules with other names, relative to the project.
  package init(_ graph: ModuleGraph, folders: [String: String] = [:]) {
    let files = Set(
      graph.nodes.filter { $0.certainty == .declared }.flatMap(\.locations).map(\.fileID)
    ).union(graph.uses.compactMap(\.use.location?.fileID))
    known = Dictionary(grouping: files.sorted()) { Self.name(of: $0) }
    self.folders = folders
  }

  /// All files, in order.
  package var all: [String] { known.values.joined().sorted() }

  /// Returns the `fileID`s that match a path or a `fileID`.
  ///
  /// There are none if no record has such a file, and several if the path does not identify the
  /// module.
  package func candidates(for path: String) -> [String] {
    let files = known[Self.name(of: path)] ?? []
    if files.contains(path) { return [path] }
    let mapped = files.filter { fileID in
      folders[Self.module(of: fileID)].map { Self.contains(path, folder: $0) } ?? false
    }
    if !mapped.isEmpty { return mapped }
    let parts = path.split(separator: "/").dropLast()
    let named = files.filter { parts.contains(Self.module(of: $0)[...]) }
    // The last folder determines the module in 'Cart/Sources/CartKit/File.swift'.
    let positions = named.map { parts.lastIndex(of: Self.module(of: $0)[...]) ?? 0 }
    if let last = positions.max() {
      return zip(named, positions).filter { $1 == last }.map(\.0)
    }
    return files.filter { folders[Self.module(of: $0)] == nil }
  }

  private static func contains(_ path: String, folder: String) -> Bool {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(folder) || path.contains("/" + folder)
  }

  private static func name(of path: String) -> Substring {
    path.split(separator: "/").last ?? ""
  }

  private static func module(of fileID: String) -> String {
    fileID.split(separator: "/").first.map(String.init) ?? ""
  }
}
