package import BinaryRecords
package import Declarations
package import ModuleGraph

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The files of a program or of parts of it, and their records.
package struct InspectedProgram: Sendable {
  /// The files in the order of their paths, each followed by its libraries if they were requested.
  package let files: [BinaryFile]

  /// Reads files.
  ///
  /// - Parameters:
  ///   - paths: Executables, libraries, object files or archives that form one program together.
  ///   - includingLibraries: A Boolean value that indicates whether to read the needed libraries as
  ///     well. They are only searched in the run paths, not in the folders of the system.
  /// - Throws: A ``BinaryError`` with the file that cannot be read, and the reason.
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

  /// The valid records of all images, image by image.
  package var records: [DeclaredRecord] { files.flatMap(\.records) }

  /// Builds the graph of the declarations in all records.
  ///
  /// - Parameters:
  ///   - moment: The time at which the program runs. If it is given, the graph has problems for
  ///     schedules that do not fire after it.
  ///   - uses: The uses in the program's code, or `nil` if they are unknown.
  ///   - omitsProblems: `true` if the graph is only compared or listed. Finding problems takes a
  ///     third of the time.
  /// - Returns: The graph.
  package func graph(
    at moment: Date? = nil, uses: [ModuleGraph.Use]? = nil,
    omittingProblems omitsProblems: Bool = false
  ) -> ModuleGraph {
    var builder = ModuleGraph.Builder(at: moment)
    builder.omitsProblems = omitsProblems
    for record in records { builder.add(record) }
    for use in uses ?? [] { builder.add(use: use) }
    builder.usesAreKnown = uses != nil
    return builder.graph()
  }

  /// Returns the findings about the program.
  ///
  /// They are the malformed records, which a running program reports as well, and the problems of
  /// the declarations. A program without declarations is a finding too.
  ///
  /// - Parameter graph: The graph of this program.
  /// - Returns: The findings, in no particular order.
  package func findings(in graph: ModuleGraph) -> [Finding] {
    files.flatMap(\.problems).map(Finding.init) + graph.problems.map { Finding($0, in: graph) }
      + (graph.nodes.isEmpty ? [.nothingDeclared(in: files.map(\.path))] : [])
  }
}

extension BinaryFile {
  /// The paths of the needed libraries of all images that exist in their run paths.
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
