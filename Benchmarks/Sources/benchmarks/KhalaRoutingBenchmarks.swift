import BenchmarkHarness
import Foundation
import Khala
import KhalaRoutes
import SectionRegistry
import Synchronization

// Beside a dictionary, which captures nothing. An iteration looks up every address, so that
// few of them are enough to count.
#record("bnch", key: "Khala: route lookup, GitHub API") {
  Benchmark(targets: [.ratio(atMost: 2), .mallocs(atMost: 0)], countedIterations: 100) {
    let patterns = try githubPatterns()
    let addresses = patterns.map(address(of:))
    return Comparison(
      try lookingUp(addresses, among: patterns), baseline: lookingUpInDictionary(addresses))
  }
}

#record("bnch", key: "Khala: route lookup, 10,000 modules") {
  Benchmark(
    targets: [.ratio(atMost: 1.2), .mallocs(atMost: 0)],
    besideBenchmark: "Khala: route lookup, GitHub API", countedIterations: 100
  ) {
    let patterns = (0..<10_000).map { "module\($0)/users/{id}/posts/{post}" }
    // As many addresses as there are for GitHub, from everywhere in the table.
    let count = try githubPatterns().count
    let chosen = (0..<count).map { patterns[$0 * 7_919 % patterns.count] }
    return Comparison(try lookingUp(chosen.map(address(of:)), among: patterns))
  }
}

#record("bnch", key: "Khala: scan of a URL") {
  Benchmark(targets: [.ratio(atMost: 0.15), .mallocs(atMost: 0)]) {
    let text = "kl://AModule/server2?value=64&style=0"
    return Comparison(
      Work { iterations in
        for _ in 0..<iterations { blackHole(try RouteAddress(text)) }
      },
      baseline: Work { iterations in
        for _ in 0..<iterations { blackHole(URLComponents(string: text)) }
      })
  }
}

/// The addresses one after the other, in a table of these patterns: what a call finds out,
/// which is its route and its captures.
private func lookingUp(_ addresses: [String], among patterns: [String]) throws -> Work {
  let table = RouteTable(
    try patterns.enumerated().map { RouteEntry(try RoutePattern($1), route: $0) })
  let calls = try addresses.map { RoutedCall(try RouteAddress($0)) }
  guard calls.allSatisfy({ table.match($0.address) != nil }) else {
    throw BenchmarkError.preparationFailed("an address matches no route")
  }
  return Work(operationsPerIteration: calls.count) { iterations in
    for _ in 0..<iterations {
      for call in calls {
        guard let match = table.match(call.address) else { continue }
        blackHole(match.route)
        blackHole(match.captures)
      }
    }
  }
}

/// Keeps an address as a call does, so that a lookup does not begin with a copy of it.
private final class RoutedCall: Sendable {
  let address: RouteAddress

  init(_ address: RouteAddress) {
    self.address = address
  }
}

/// What any router must do at least: find the handler under a lock.
///
/// It knows the addresses beforehand and captures nothing.
private func lookingUpInDictionary(_ addresses: [String]) -> Work {
  let table = HandlerTable()
  for (number, address) in addresses.enumerated() {
    table.handlers.withLock { $0[address] = { number } }
  }
  return Work(operationsPerIteration: addresses.count) { iterations in
    for _ in 0..<iterations {
      for address in addresses { blackHole(table.handlers.withLock { $0[address] }) }
    }
  }
}

private final class HandlerTable: Sendable {
  let handlers = Mutex<[String: @Sendable () -> Int]>([:])
}

/// An address that the pattern matches: every capture has a value like one.
private func address(of pattern: String) -> String {
  let components = pattern.split(separator: "/").map { segment in
    segment.hasPrefix("{*") ? "a/b" : segment.hasPrefix("{") ? "value17" : String(segment)
  }
  return "kl://" + components.joined(separator: "/")
}

/// The routes of the GitHub API, each path once.
private func githubPatterns() throws -> [String] {
  let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Tests/Model/KhalaRoutes/Resources/github-api-routes.txt")
  var patterns: [String] = []
  for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
    let segments = line.split(separator: " ")[1].split(separator: "/").map { segment in
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
