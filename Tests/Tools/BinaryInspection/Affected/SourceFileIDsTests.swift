import BinaryInspection
import ModuleGraph
import Testing

/// The names of files in records, found from paths.
@Suite struct SourceFileIDsTests {
  private static func graph(_ fileIDs: String...) -> ModuleGraph {
    var builder = ModuleGraph.Builder()
    for fileID in fileIDs {
      builder.add(
        node: .init(
          kind: .task, name: fileID, locations: [CodeLocation(fileID: fileID, line: 1)]))
    }
    return builder.graph()
  }

  private static let known = SourceFileIDs(
    graph("Cart/Badge.swift", "Shop/Badge.swift", "Feed/Feed.swift", "Kit/Sync.swift"),
    folders: ["Kit": "Sources/Foundations"])

  @Test(arguments: [
    ("Cart/Badge.swift", ["Cart/Badge.swift"]),
    ("Sources/Cart/Badge.swift", ["Cart/Badge.swift"]),
    ("/project/Shop/Sources/Cart/Views/Badge.swift", ["Cart/Badge.swift"]),
    ("Badge.swift", ["Cart/Badge.swift", "Shop/Badge.swift"]),
    ("Elsewhere/Badge.swift", ["Cart/Badge.swift", "Shop/Badge.swift"]),
    ("Modules/Newsfeed/Feed.swift", ["Feed/Feed.swift"]),
    ("Sources/Foundations/Deep/Sync.swift", ["Kit/Sync.swift"]),
    ("./Sources/Foundations/Sync.swift", ["Kit/Sync.swift"]),
    ("Sources/Other/Sync.swift", []),
    ("Sources/FoundationsToo/Sync.swift", []),
    ("Cart/Other.swift", []),
    ("", []),
  ])
  func `A path means the file of the module in whose folder it is`(
    path: String, fileIDs: [String]
  ) {
    #expect(Self.known.candidates(for: path) == fileIDs)
  }

  @Test func `A file that only names something declares nothing`() {
    var builder = ModuleGraph.Builder()
    builder.add(
      node: .init(
        kind: .event, name: "ready", locations: [CodeLocation(fileID: "A/B.swift", line: 1)],
        certainty: .mentioned))
    #expect(SourceFileIDs(builder.graph()).candidates(for: "A/B.swift").isEmpty)
  }
}
