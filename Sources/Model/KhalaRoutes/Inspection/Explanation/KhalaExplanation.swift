/// An explanation of the route that a URL matches in this process, and why.
///
/// ```swift
/// print(Khala.explain("kl://AModule/sever?value=64"))
/// ```
///
/// Its description is a report for people. Its properties contain the same information as values.
public struct KhalaExplanation: Sendable {
  /// The decoded parts of a URL.
  public struct Parts: Hashable, Sendable {
    public let scheme: String?
    public let host: String?
    public let port: Int?
    /// The components of the path.
    public let components: [String]
    /// The items of the query in their order, whose values may be `nil`.
    public let queryItems: [QueryItem]
    public let fragment: String?
  }

  /// An item of a query with an optional value.
  public struct QueryItem: Hashable, Sendable {
    public let name: String
    public let value: String?
  }

  /// A decoded part of the path that the pattern of the route captures.
  public struct Capture: Hashable, Sendable {
    public let name: String
    public let value: String
  }

  /// A route that the URL does not match, with the extent of the match.
  public struct Candidate: Hashable, Sendable {
    public let route: KhalaRouteMap.Route
    /// The number of matching components, from the left.
    public let fittingComponents: Int
    /// The reason why the next component does not match.
    public let reason: String
  }

  /// The explained URL.
  public let url: String

  /// The reason why the string is not a URL, or `nil` if it is one.
  public let fault: String?

  /// The URL after the rewrite filters, or `nil` if they did not change it.
  public package(set) var rewrittenURL: String?

  /// The reason why a rewrite filter rejects it, or `nil` if none does.
  public package(set) var refusal: String?

  /// The parts of the URL that was looked up, which is the rewritten one if it exists.
  public package(set) var parts: Parts?

  /// The version of the table that was searched.
  public package(set) var version = 0

  /// The matching route.
  ///
  /// It is empty on a miss. For an overloaded function, it has several elements, among which the
  /// values of the call decide.
  public package(set) var routes: [KhalaRouteMap.Route] = []

  /// The captures of the route's pattern.
  public package(set) var captures: [Capture] = []

  /// The steps of the search in the table, one line each.
  public package(set) var steps: [String] = []

  /// The nearest other routes, starting with the nearest.
  public package(set) var candidates: [Candidate] = []

  /// On a miss, a sentence with the missing part and the nearest names, as in the error of a call.
  public package(set) var hint: String?

  /// On a miss, the names of routing classes that are nearest to its host.
  public package(set) var nearestClasses: [String] = []

  /// On a miss, the functions of its class that are nearest to its path.
  public package(set) var nearestFunctions: [String] = []

  /// On a miss, the literal segments of other routes that are nearest to the URL's components.
  public package(set) var nearestLiterals: [String] = []

  /// On a miss, all routes of the class in the URL, if the class exists.
  public package(set) var registered: [KhalaRouteMap.Route] = []

  /// A Boolean value that indicates whether the URL matches a route.
  public var isMatch: Bool { !routes.isEmpty }

  /// Creates the explanation of a URL.
  package init(url: String, fault: String? = nil) {
    self.url = url
    self.fault = fault
  }
}

// MARK: - From what the table says

extension KhalaExplanation {
  /// Returns the parts of the path that a match captured.
  package static func captures(_ captures: RouteCaptures) -> [Capture] {
    captures.names.flatMap { name in
      captures.components(of: name).map { Capture(name: name, value: $0) }
    }
  }
}

extension KhalaExplanation.Candidate {
  /// Converts a candidate of a table.
  package init(_ candidate: RouteExplanation.Candidate, route: KhalaRouteMap.Route) {
    self.init(
      route: route, fittingComponents: candidate.fittingSegments,
      reason: candidate.failure.description)
  }
}

extension KhalaExplanation.Parts {
  /// Creates the parts of an address.
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
    if let rewrittenURL { lines.append("  rewrite filters change it to '\(rewrittenURL)'") }
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
    if let fault { return "'\(url)' is not a URL: \(fault)" }
    if let refusal { return "'\(url)' is rejected by a rewrite filter: \(refusal)" }
    switch routes.count {
    case 0: return "'\(url)' matches no route\(hint.map { ". \($0)" } ?? "")"
    case 1: return "'\(url)' calls \(routes[0].destination)"
    default:
      return routes.dropFirst().reduce(
        "'\(url)' calls the function that fits the values, one of: \(routes[0].destination)"
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
      texts.append("\(queryItems.count - Self.longest) more query items")
    }
    if let fragment { texts.append("fragment '\(fragment)'") }
    return MessageText(stringLiteral: texts.joined(by: ", "))
  }

  /// The maximum number of displayed items of a query.
  private static let longest = 50
}

extension KhalaExplanation.QueryItem: CustomStringConvertible {
  public var description: String { words.text }

  fileprivate var words: MessageText {
    guard let value else { return "\(name) without a value" }
    return "\(name) = '\(value)'"
  }
}
