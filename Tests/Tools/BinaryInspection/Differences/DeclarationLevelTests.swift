import BinaryInspection
import Foundation
import ModuleGraph
import ProgramTestSupport
import Testing

/// The table of levels of declarations in the documentation.
@Suite struct DeclarationLevelTests {
  private static func graph(
    _ kinds: ModuleGraph.Node.Kind..., name: String = "a", formerly formerNames: [String] = [],
    attributes: [String: String] = [:]
  ) -> ModuleGraph {
    var builder = ModuleGraph.Builder()
    for kind in kinds {
      builder.add(
        node: ModuleGraph.Node(
          kind: kind, name: name, locations: [CodeLocation(fileID: "Feed/F.swift", line: 1)],
          attributes: attributes.map { .init($0.key, .text($0.value)) }
            + [.init("formerly", .list(formerNames))]))
    }
    return builder.graph()
  }

  private static func route(_ attributes: [String: String]) -> ModuleGraph {
    graph(.route, attributes: attributes)
  }

  private static let external = ["access": "external", "leadsTo": "a()"]

  private static let examples: [(words: String, old: ModuleGraph, new: ModuleGraph)] = [
    ("A job is removed", graph(.job), graph()),
    ("An external route is removed", route(external), graph()),
    (
      "An external route leads to another function", route(external),
      route(["access": "external", "leadsTo": "b()"])
    ),
    (
      "An external route is closed to calls from outside", route(external),
      route(["leadsTo": "a()"])
    ),
    (
      "An external route gets a condition", route(external),
      route(["access": "external", "leadsTo": "a()", "condition": "DEBUG"])
    ),
    ("Another route is removed", route([:]), graph()),
    (
      "Another route leads to another function", route(["leadsTo": "a()"]),
      route(["leadsTo": "b()"])
    ),
    ("A routing class is removed", graph(.routeClass), graph()),
    ("A task is removed", graph(.task), graph()),
    ("A task is altered", graph(.task), graph(.task, attributes: ["cron": "* * * * *"])),
    (
      "A declaration of a kind of your own is removed",
      graph(ModuleGraph.Node.Kind(rawValue: "page")), graph()
    ),
    (
      "A declaration with an earlier name is renamed", graph(.job, .relay),
      graph(.job, .relay, name: "b", formerly: ["a"])
    ),
    (
      "A callback, an observer, a contract or a wire is removed",
      graph(.callback, .observer, .contract, .wire), graph()
    ),
    ("A declaration is added", graph(), graph(.job, .task, .route)),
  ]

  @Test func `The table in the article has the levels of the code`() throws {
    let rows = Self.examples.map { words, old, new in
      let difference = SurfaceDifference(from: old, to: new)
      let levels = Set(difference.changes.map(\.level.words)).sorted()
      return "| \(words) | \(levels.joined(separator: ", ")) |"
    }
    let article = try String(
      contentsOf: Repository.file("Documentation/Deploying.md"), encoding: .utf8)
    let table = article.split(separator: "\n").drop { !$0.hasPrefix("| declaration |") }
      .dropFirst(2).prefix { $0.hasPrefix("|") }.map(String.init)
    #expect(table == rows, "\(rows.joined(separator: "\n"))")
  }
}
