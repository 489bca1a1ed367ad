package import BinaryRecords
package import Declarations
package import ModuleGraph

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A program, or parts of one, as its files say it.
package struct InspectedProgram: Sendable {
  /// The files in the order they were given, each followed by the libraries that it
  /// was asked to bring along.
  package let files: [BinaryFile]

  /// Reads files.
  ///
  /// - Parameters:
  ///   - paths: Executables, libraries, object files or archives that make up one
  ///     program together.
  ///   - includingLibraries: Whether the libraries are read too that they need and
  ///     that their run paths lead to; those of the system are not looked for.
  /// - Throws: Which file cannot be read, and why.
  package init(paths: [String], includingLibraries: Bool = false) throws(BinaryError) {
    var files: [BinaryFile] = []
    var known: Set<String> = []
    var waiting = paths[...]
    while let path = waiting.popFirst() {
      guard known.insert(URL(filePath: path).resolvingSymlinksInPath().path).inserted else {
        continue
      }
      let file = try BinaryFile(path: path)
      files.append(file)
      if includingLibraries { waiting = file.libraryPaths[...] + waiting }
    }
    self.files = files
  }

  /// All images in the files.
  package var images: [BinaryImage] { files.flatMap(\.images) }

  /// The good records of all images, image by image.
  package var records: [DeclaredRecord] { files.flatMap(\.records) }

  /// The picture of all that they declare.
  ///
  /// - Parameters:
  ///   - moment: When the program runs, so that schedules are found that have had their last
  ///     fire time; without it the clock does not matter.
  ///   - uses: The uses in its code; `nil` if they were not looked at.
  /// - Returns: The graph.
  package func graph(at moment: Date? = nil, uses: [ModuleGraph.Use]? = nil) -> ModuleGraph {
    var builder = ModuleGraph.Builder(at: moment)
    for record in records { builder.add(record) }
    for use in uses ?? [] { builder.add(use: use) }
    builder.usesAreKnown = uses != nil
    return builder.graph()
  }

  /// Everything that is wrong or surprising: with the records as such, of which a
  /// running program says the same, and with what they declare.
  ///
  /// - Parameter graph: The picture of this program.
  /// - Returns: The findings, in no order.
  package func findings(in graph: ModuleGraph) -> [Finding] {
    files.flatMap(\.problems).map(Finding.init) + graph.problems.map { Finding($0, in: graph) }
      + (graph.nodes.isEmpty ? [.nothingDeclared(in: files.map(\.path))] : [])
  }
}

extension BinaryFile {
  /// The paths of the libraries that its images need, as far as their run paths lead to files.
  fileprivate var libraryPaths: [String] {
    images.flatMap { image in
      let folders = image.traits.runFolders(ofFileAt: path)
      return image.traits.neededLibraries.compactMap { library in
        let name = BinaryTraits.expand(library, inFileAt: path)
        let candidates = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
        return candidates.first { FileManager.default.fileExists(atPath: $0) }
      }
    }
  }
}
