/// An explanation of where a URL leads in this process, and why.
///
/// ```swift
/// print(Khala.explain("kl://AModule/sever?value=64"))
/// ```
///
/// The description is a report for people; all that is in it can be had as values.
public struct KhalaExplanation: Sendable {
  /// The parts of a URL, decoded.
  public struct Parts: Hashable, Sendable {
    public let scheme: String?
    public let host: String?
    public let port: Int?
    /// The components of the path.
    public let components: [String]
    /// The items of the query in their order; without a value, nil.
    public let queryItems: [QueryItem]
    public let fragment: String?
  }

  /// A name of a query, with its value if it has one.
  public struct QueryItem: Hashable, Sendable {
    public let name: String
    public let value: String?
  }

  /// A part of the path that the pattern of the route captures, decoded.
  public struct Capture: Hashable, Sendable {
    public let name: String
    public let value: String
  }

  /// A route that the URL does not lead to, and how far it was the same.
  public struct Candidate: Hashable, Sendable {
    public let route: KhalaRouteMap.Route
    /// The number of components that match, from the left.
    public let fittingComponents: Int
    /// The reason why the next one does not.
    public let reason: String
  }

  /// The URL that was asked about.
  public let url: String

  /// Why it is no URL; nothing if it is one.
  public let fault: String?

  /// The URL that the rewrite filters made of it; nothing if they left it alone.
  public package(set) var rewrittenURL: String?

  /// Why a rewrite filter rejects it; nothing if none does.
  public package(set) var refusal: String?

  /// The parts of the URL that is looked up: the rewritten one, if there is one.
  public package(set) var parts: Parts?

  /// The version of the table that was looked at.
  public package(set) var version = 0

  /// The route that it leads to; several for functions of one name, of which the
  /// values decide; none on a miss.
  public package(set) var routes: [KhalaRouteMap.Route] = []

  /// The captures of the route's pattern.
  public package(set) var captures: [Capture] = []

  /// The steps of the search through the table, a line each.
  public package(set) var steps: [String] = []

  /// The other routes that came nearest, the nearest first.
  public package(set) var candidates: [Candidate] = []

  /// On a miss, what there is not and which names are nearest, as a sentence: the
  /// one of the error that a call to the URL ends with.
  public package(set) var hint: String?

  /// On a miss, the names of routing classes that are nearest to its host.
  public package(set) var nearestClasses: [String] = []

  /// On a miss, the functions of its class that are nearest to its path.
  public package(set) var nearestFunctions: [String] = []

  /// On a miss, the literal segments of other routes that are nearest to what
  /// stands in their place.
  public package(set) var nearestLiterals: [String] = []

  /// On a miss, all routes of the class in the URL, if there is one.
  public package(set) var registered: [KhalaRouteMap.Route] = []

  /// A Boolean value that indicates whether it leads to a route.
  public var isMatch: Bool { !routes.isEmpty }

  /// Begins the explanation of a URL.
  package init(url: String, fault: String? = nil) {
    self.url = url
    self.fault = fault
  }
}

// MARK: - From what the table says

extension KhalaExplanation {
  /// The parts of the path that a match captured.
  package static func captures(_ captures: RouteCaptures) -> [Capture] {
    captures.names.flatMap { name in
      captures.components(of: name).map { Capture(name: name, value: $0) }
    }
  }
}

extension KhalaExplanation.Candidate {
  /// Takes over a candidate of a table.
  package init(_ candidate: RouteExplanation.Candidate, route: KhalaRouteMap.Route) {
    self.init(
      route: route, fittingComponents: candidate.fittingSegments,
      reason: candidate.failure.description)
  }
}

extension KhalaExplanation.Parts {
  /// Takes an address apart.
  package init(_ address: RouteAddress) {
    self.init(
      scheme: address.scheme, host: address.host, port: address.port,
      components: address.components,
      queryItems: address.queryItems.map {
        KhalaExplanation.QueryItem(name: $0.name, value: $0.value)
      },
      fragment: address.fragment)
  }
}

extension KhalaExplanation: CustomStringConvertible {
  public var description: String {
    var lines = [verdict]
    if let rewrittenURL { lines.append("  rewrite filters make it '\(rewrittenURL)'") }
    if let parts { lines.append("  \(parts.words)") }
    if let route = routes.first {
      lines.append(
        """
          by '\(route.url)'\(route.priority == 0 ? "" : ", of priority \(route.priority)")\
        \(route.access == .external ? ", open to URLs from outside" : "")\
        \(route.location.map { ", declared at \($0)" } ?? "")
        """)
    }
    lines += captures.map { "  captured: \($0.name) = '\($0.value)'" }
    if !steps.isEmpty { lines.append("  the search:") }
    lines += steps.map { "    \($0)" }
    if !candidates.isEmpty { lines.append(isMatch ? "  other routes:" : "  nearest routes:") }
    lines += candidates.map { "    \($0.route.mention): \($0.reason)" }
    if let first = registered.first {
      lines.append("  registered in '\(first.className ?? "")':")
    }
    lines += registered.map { "    '\($0.url)': \($0.destination)\(Self.location(of: $0))" }
    return lines.joined(by: "\n")
  }

  private static func location(of route: KhalaRouteMap.Route) -> String {
    route.location.map { " (\($0))" } ?? ""
  }

  private var verdict: MessageText {
    if let fault { return "'\(url)' is no URL: \(fault)" }
    if let refusal { return "'\(url)' is rejected by a rewrite filter: \(refusal)" }
    switch routes.count {
    case 0: return "'\(url)' leads to no route\(hint.map { ". \($0)" } ?? "")"
    case 1: return "'\(url)' leads to \(routes[0].destination)"
    default:
      return routes.dropFirst().reduce(
        "'\(url)' leads to the one of these that fits the values: \(routes[0].destination)"
      ) { "\($0); \($1.destination)" }
    }
  }
}

extension KhalaExplanation.Parts: CustomStringConvertible {
  public var description: String { words.text }

  fileprivate var words: MessageText {
    var texts: [MessageText] = []
    if let scheme { texts.append("scheme '\(scheme)'") }
    if let host { texts.append("host '\(host)'") }
    if let port { texts.append("port \(port)") }
    texts.append("path '\(components.joined(separator: "/"))'")
    texts += queryItems.prefix(Self.longest).map { "query \($0.words)" }
    if queryItems.count > Self.longest {
      texts.append("\(queryItems.count - Self.longest) more items of the query")
    }
    if let fragment { texts.append("fragment '\(fragment)'") }
    return MessageText(stringLiteral: texts.joined(by: ", "))
  }

  /// The number of items of a query that are shown.
  private static let longest = 50
}

extension KhalaExplanation.QueryItem: CustomStringConvertible {
  public var description: String { words.text }

  fileprivate var words: MessageText {
    guard let value else { return "\(name) without a value" }
    return "\(name) = '\(value)'"
  }
}
