/// The differences between the routes of two releases.
///
/// ```swift
/// let old = try KhalaRouteMap(json: String(contentsOfFile: "routes.json", encoding: .utf8))
/// let changes = Khala.routes.changes(from: old)
/// if changes.isBreaking { print(changes.markdown()) }
/// ```
public struct KhalaRouteChanges: Hashable, Sendable {
  /// One route that is different.
  public struct Change: Hashable, Sendable {
    /// The route as it was; nothing if it is new.
    public let old: KhalaRouteMap.Route?

    /// The route as it is; nothing if it is gone.
    public let new: KhalaRouteMap.Route?

    /// The differences, and their effects on callers.
    public internal(set) var reasons: [Reason]

    /// A Boolean value that indicates whether calls that worked may not work any more.
    public var isBreaking: Bool { reasons.contains(where: \.isBreaking) }

    /// The route: the new one, or the old one if it is gone.
    public var route: KhalaRouteMap.Route {
      guard let route = new ?? old else { preconditionFailure("a change is one of a route") }
      return route
    }
  }

  /// One thing that is different about a route.
  public struct Reason: Hashable, Sendable, CustomStringConvertible {
    /// A part of a sentence that says what is different.
    public let message: String

    /// A Boolean value that indicates whether calls that worked may not work any more.
    public let isBreaking: Bool

    public var description: String { message }

    static func breaking(_ message: String) -> Reason {
      Reason(message: message, isBreaking: true)
    }

    static func harmless(_ message: String) -> Reason {
      Reason(message: message, isBreaking: false)
    }
  }

  /// All changes, in the order of the new map, with what is gone before.
  public let changes: [Change]

  /// Routes that are new.
  public var added: [Change] { changes.filter { $0.old == nil } }

  /// Routes that are gone.
  public var removed: [Change] { changes.filter { $0.new == nil } }

  /// Routes that are something else than they were.
  public var altered: [Change] { changes.filter { $0.old != nil && $0.new != nil } }

  /// The changes after which calls that worked may not work any more.
  public var breaking: [Change] { changes.filter(\.isBreaking) }

  /// A Boolean value that indicates whether there are such changes.
  public var isBreaking: Bool { changes.contains(where: \.isBreaking) }

  /// A Boolean value that indicates whether nothing is different.
  public var isEmpty: Bool { changes.isEmpty }
}

extension KhalaRouteMap {
  /// Returns the differences from an older map.
  ///
  /// A route is the same one as before if it is the function of the same class and
  /// name, or has a path that matches the same addresses; a path that changed is
  /// found by the function it leads to. Where a route was declared does not count.
  ///
  /// - Complexity: O(*n*) in routes, and for each that is new or has other
  ///   addresses, O(*m*) in those that begin the same way or with a capture.
  public func changes(from old: KhalaRouteMap) -> KhalaRouteChanges {
    RouteMapComparison(old: old, new: self).changes
  }
}

extension KhalaRouteChanges: CustomStringConvertible {
  /// The number of changes, and a line for each.
  public var description: String {
    guard !isEmpty else { return "no route is different" }
    return ([summary] + breaking.map { "! \($0)" } + harmless.map { "  \($0)" })
      .joined(separator: "\n")
  }

  /// The changes for the description of a pull request: what breaks callers comes
  /// first.
  public func markdown() -> String {
    guard !isEmpty else { return "No route is different.\n" }
    var sections = [summary.prefix(1).uppercased() + summary.dropFirst() + "."]
    for (title, changes) in [("Breaks callers", breaking), ("Does not", harmless)]
    where !changes.isEmpty {
      sections.append("### \(title)")
      sections.append(changes.map(\.markdown).joined(separator: "\n"))
    }
    return sections.joined(separator: "\n\n") + "\n"
  }

  private var harmless: [Change] { changes.filter { !$0.isBreaking } }

  private var summary: String {
    let counts = [(removed, "removed"), (added, "added"), (altered, "altered")]
      .filter { !$0.0.isEmpty }.map { "\($0.0.count) \($0.1)" }
    return "routes: \(counts.joined(separator: ", ")); "
      + (isBreaking ? "\(breaking.count) of them may break callers" : "none breaks callers")
  }
}

extension KhalaRouteChanges.Change: CustomStringConvertible {
  public var description: String {
    "'\(route.url)' of \(route.destination): " + what
  }

  fileprivate var markdown: String {
    "- \(Markdown.code(route.url)) of \(Markdown.code(route.destination)): \(what)"
  }

  private var what: String { reasons.map(\.message).joined(separator: "; ") }
}
