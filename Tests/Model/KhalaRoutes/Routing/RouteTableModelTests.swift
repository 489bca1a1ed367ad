import Foundation
import ModularityTestSupport
import Testing

@testable import KhalaRoutes

@Suite struct RouteTableModelTests {
  private static let segments = [
    "a", "b", "ab", "a-b", "12345678", "123456789abc", "中", "%20", "%2F", "{{a}}",
    "{#}", "{#}", "{#}", "{#:Int}", "{#:UInt}", "{#:Bool}",
    "a{#}", "{#}b", "a{#}b", "{#}-{#}", "{#:Int}-{#}", "a{#:Int}", "{#}中", "{#}-{#}-{#:Int}",
    "{#?}", "{#?}", "{#:Int?}",
  ]
  private static let components = [
    "a", "b", "ab", "aab", "a-b", "1", "-1", "true", "1-2", "-1-b", "a1", "中", "%E4%B8%AD", "a中",
    "12345678", "123456789abc", "%20", "%2F", "a%2Db", "%61", "%7Ba%7D", "", "{a}", "x--y",
    "1-a-1", "%61%2D1-2",
  ]

  private func pattern(_ random: inout SeededGenerator) -> String {
    var names = 0
    func named(_ segment: String) -> String {
      segment.reduce(into: "") { text, character in
        if character == "#" { names += 1 }
        text += character == "#" ? "n\(names)" : String(character)
      }
    }
    var parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      named(Self.segments.randomElement(using: &random) ?? "")
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: parts.append("{*rest}")
    case 1: parts.append("{*rest?}")
    case 2: parts.append("{last?}")
    case 3: parts += ["{page:Int?}", "{last?}"]
    case 4: parts.append("a{*rest}")
    case 5: parts.append("%E4%B8%AD{*rest}")
    default: break
    }
    let scheme = ["", "", "", "/", "kl://", "{kl,kf}://"].randomElement(using: &random) ?? ""
    let text = scheme + parts.joined(separator: "/")
    return text.isEmpty ? "/" : text
  }

  private func address(_ random: inout SeededGenerator) -> String {
    let start =
      ["/", "/", "kl:/", "kl://", "KL://", "kf://", "http://h:80/", "http://h:/", "//"]
      .randomElement(using: &random) ?? ""
    var components = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      Self.components.randomElement(using: &random) ?? ""
    }
    if start.hasSuffix("//"), components.first == "" { components[0] = "a" }
    let end = ["", "/", "?x=1", "#y"].randomElement(using: &random) ?? ""
    return start + components.joined(separator: "/") + end
  }

  @Test func `A table finds the same route as a search over all patterns`() throws {
    var random = SeededGenerator(seed: 11)
    var hits = 0
    let tables = Sweep.count(150, sample: 30)
    for _ in 0..<tables {
      let entries = try (0..<Int.random(in: 1...25, using: &random)).map { number in
        RouteEntry(
          try RoutePattern(pattern(&random)),
          priority: [0, 0, 0, 0, 1, -1, 2, .min, .max].randomElement(using: &random) ?? 0,
          route: number * 10)
      }
      let table = RouteTable(entries)
      let model = RouteModel(entries: entries)
      for _ in 0..<60 {
        let address = try RouteAddress(address(&random))
        expectSame(table, model, at: address)
        let explanation = table.explain(address)
        #expect(explanation.match == model.match(address).map { entries[$0.entry].pattern })
        if explanation.match != nil { hits += 1 }
      }
    }
    #expect(hits > 10 * tables)
  }

  /// Every pair of patterns of some segments, with every path of some components.
  ///
  /// What each pattern matches is found out once, by trying everything; of two that
  /// match, the reference decides.
  @Test func `For every pair of patterns, every path leads where the reference does`() throws {
    let starts = ["", "a/", "{x}/", "{x?}/", "{x:Int?}/", "{x?}/a/{y?}/"]
    let ends = ["", "a", "{m}", "{m?}", "{m}-{n:Int}", "a-{*m}", "{*m}", "{*m?}"]
    let patterns = try starts.flatMap { start in ends.map { start + $0 } }.filter { !$0.isEmpty }
      .map { try RoutePattern($0) }
    let components = ["a", "1", "a-1"]
    var paths: [[String]] = [[]]
    for size in 0..<3 {
      for path in paths where path.count == size { paths += components.map { path + [$0] } }
    }
    let addresses = try paths.map { try RouteAddress(RouteAddress.Parts(components: $0)) }
    let model = RouteModel(entries: patterns.map { RouteEntry($0, route: 0) })
    let candidates = patterns.indices.map { number in
      addresses.map { model.candidate(number, at: $0) }
    }
    var (shared, mistakes) = (0, 0)
    for one in patterns.indices {
      for other in patterns.indices where other > one {
        let table = RouteTable([one, other].map { RouteEntry(patterns[$0], route: $0) })
        for (number, address) in addresses.enumerated() {
          let both = [candidates[one][number], candidates[other][number]].compactMap(\.self)
          let expected = both.min()?.match
          let found = table.match(address).map {
            RouteModel.Match(entry: $0.route, captures: $0.captures.dictionary)
          }
          if both.count == 2 { shared += 1 }
          guard found != expected, mistakes < 10 else { continue }
          mistakes += 1
          let result = found.map { "\($0)" } ?? "nothing"
          Issue.record("\(address) of \(table.entries.map(\.pattern)): \(result)")
        }
      }
    }
    #expect(patterns.count == 47 && addresses.count == 40)
    #expect(shared > 3_000)
  }

  @Test func `Unreachable routes are never found, and all others can be`()
    throws
  {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<100 {
      let entries = try (0..<8).map { number in
        RouteEntry(
          try RoutePattern(pattern(&random)),
          priority: Int.random(in: 0...3, using: &random), route: number)
      }
      let table = RouteTable(entries)
      let unreachable = Set(
        table.compare().problems.filter { $0.kind == .unreachable }.map(\.entry))
      for _ in 0..<60 {
        let address = try RouteAddress(address(&random))
        if let match = table.match(address) { #expect(!unreachable.contains(match.entry)) }
      }
    }
  }

  @Test func `Every GitHub route is found by its own address`() throws {
    let patterns = try GitHubRoutes.patterns()
    let entries = try patterns.enumerated().map { RouteEntry(try RoutePattern($1), route: $0) }
    let table = RouteTable(entries)
    let model = RouteModel(entries: entries)
    #expect(table.compare().problems.isEmpty)
    #expect(entries.count > 130)
    var random = SeededGenerator(seed: 13)
    for entry in entries {
      let names = entry.pattern.captureNames
      let values = Dictionary(uniqueKeysWithValues: names.map { ($0, "some \($0)/x") })
      let plain = values.mapValues { String($0.prefix(4)) }
      for values in [values, plain] {
        for scheme in [nil, "kl"] {
          let isRest = names.contains("path")
          let values = isRest ? values.merging(["path": "a/b c"]) { $1 } : values
          let address = try entry.pattern.url(with: values, scheme: scheme)
          let match = try #require(table.match(address))
          #expect(match.route == entry.route)
          #expect(match.captures.dictionary == values)
          expectSame(table, model, at: address)
          // And what is nearly it.
          var parts = address.parts
          if !parts.components.isEmpty {
            let place = Int.random(in: 0..<parts.components.count, using: &random)
            parts.components[place] = ["repos", "x", "events"].randomElement(using: &random) ?? ""
          }
          expectSame(table, model, at: try RouteAddress(parts))
        }
      }
    }
  }

  @Test func `Random addresses of GitHub's words lead where a search over all patterns leads`()
    throws
  {
    let patterns = try GitHubRoutes.patterns()
    let entries = try patterns.enumerated().map { RouteEntry(try RoutePattern($1), route: $0) }
    let table = RouteTable(entries)
    let model = RouteModel(entries: entries)
    let words =
      Set(patterns.joined(separator: "/").split(separator: "/").map(String.init))
      .filter { !$0.hasPrefix("{") }.sorted() + ["17", "a b/c"]
    var random = SeededGenerator(seed: 21)
    for _ in 0..<Sweep.count(5_000, sample: 500) {
      // A path of the table, of which some words may be others.
      let path = patterns.randomElement(using: &random) ?? ""
      var components = path.split(separator: "/").map { segment in
        segment.hasPrefix("{") || Int.random(in: 0..<4, using: &random) == 0
          ? words.randomElement(using: &random) ?? "" : String(segment)
      }
      if Int.random(in: 0..<8, using: &random) == 0 { components.append("17") }
      expectSame(table, model, at: try RouteAddress(RouteAddress.Parts(components: components)))
    }
  }

  @Test func `Ten thousand modules under one root are told apart`() throws {
    let entries = try (0..<10_000).map {
      RouteEntry(try RoutePattern("module\($0)/users/{id}"), route: $0)
    }
    let table = RouteTable(entries)
    let model = RouteModel(entries: entries)
    for address in ["module17/users/5", "module17/user/5", "module17/users", "other/users/5"] {
      expectSame(table, model, at: try RouteAddress(address))
    }
    #expect(table.compare().problems.isEmpty)
    for number in 0..<10_000 {
      let match = try #require(
        table.match(try RouteAddress("kl://module\(number)/users/\(number)")))
      #expect(match.route == number)
      #expect(match.captures["id"] == "\(number)")
    }
    #expect(table.match(try RouteAddress("kl://module10000/users/1")) == nil)
    #expect(table.match(try RouteAddress("kl://module/users/1")) == nil)
  }
}

/// The routes of the GitHub API, each path once, as patterns.
enum GitHubRoutes {
  static func patterns() throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Resources/github-api-routes.txt")
    var patterns: [String] = []
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let path = line.split(separator: " ")[1]
      let segments = path.split(separator: "/").map { segment in
        switch segment.first {
        case ":": "{\(segment.dropFirst())}"
        case "*": "{*\(segment.dropFirst())}"
        default: String(segment)
        }
      }
      let pattern = segments.joined(separator: "/")
      if !patterns.contains(pattern) { patterns.append(pattern) }
    }
    return patterns
  }
}
