package import ModuleGraph

/// The uses in the code of a program, and the files that have them.
package struct ProgramUses: Sendable {
  /// The uses, in the order of files and lines.
  package var uses: [ModuleGraph.Use] = []
  /// The path of each source by its `fileID`, such as `Cart/Badge.swift`.
  package var paths: [String: String] = [:]
  /// The constants that stand for names, by the `fileID` of their source.
  package var constants: [String: [SourceConstant]] = [:]
  /// A Boolean value that indicates whether the uses were looked at: there are an index and a
  /// library that reads it.
  package var areKnown = false
  /// The reasons for which some uses are not known, as sentences.
  package var gaps: [String] = []

  package init() {}
}
