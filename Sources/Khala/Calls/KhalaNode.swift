public import Foundation

/// What a call asks for: a URL, and values that come with it.
///
/// Rewrite filters and interceptors get it and change it. It belongs to one call
/// and is not shared between threads.
public final class KhalaNode {
  /// Where the call goes.
  private(set) var address: RouteAddress
  /// Where it went before it was sent somewhere else, the first place first.
  private(set) var past: [RouteAddress] = []
  /// The values that the caller gave, which win over those of queries.
  private(set) var given: [AnyHashable: Any]
  /// The items of the query, if they are others than those of ``address``.
  private var items: [RouteQueryItem]?

  /// Whether the call is made on behalf of somebody outside.
  public internal(set) var isExternal: Bool

  init(_ address: RouteAddress, params: [AnyHashable: Any], isExternal: Bool = false) {
    self.address = address
    given = params
    self.isExternal = isExternal
  }

  /// A node that says the same, and goes its own way.
  func copy() -> KhalaNode {
    let copy = KhalaNode(address, params: given, isExternal: isExternal)
    copy.items = items
    return copy
  }

  /// Goes somewhere else from now on.
  ///
  /// The items of its query come before those that the call has already.
  func redirect(to address: RouteAddress) {
    let before = query
    items = before.isEmpty ? nil : address.queryItems + before
    past.append(self.address)
    self.address = address
  }

  /// Has other items of the query count.
  func replaceQuery(with items: [RouteQueryItem]) {
    self.items = items
  }

  /// Adds values to those that the caller gave, in place of those of the same names.
  func add(_ values: [String: any Sendable]) {
    for (name, value) in values { given[name] = value }
  }

  /// The URL without its query, whose values are in ``params``.
  ///
  /// The query of a URL that is set here counts too: its values join the others.
  /// One that is no address of a route is not taken, and is reported to
  /// `Khala.errorHandler`.
  public var url: URL {
    get { address.url }
    set {
      do {
        redirect(to: try RouteAddress(newValue.routeText))
      } catch {
        Khala.report(.invalidURL(newValue.routeText, because: error))
      }
    }
  }

  /// The values that come with the call.
  ///
  /// Those that the caller gave win over those of the query, and of several query
  /// values of one name the first counts; ``queryItems`` has all of them.
  public var params: [AnyHashable: Any] {
    get {
      var values = given
      for item in query where values[item.name] == nil {
        if let value = item.value { values[item.name] = value }
      }
      return values
    }
    set {
      // What is as the query says it stays there, where a name may have several
      // values; a name that is gone is taken out of the query.
      let query = query
      given = newValue.filter { name, value in
        if given[name] != nil { return true }
        let first = query.first { AnyHashable($0.name) == name && $0.value != nil }
        return first == nil || value as? String != first?.value
      }
      if !query.isEmpty { items = query.filter { $0.value == nil || newValue[$0.name] != nil } }
    }
  }

  /// The items of all queries that were part of the URL, those of the latest
  /// first: several of one name, and those without a value too.
  public var queryItems: [URLQueryItem] {
    query.map { URLQueryItem(name: $0.name, value: $0.value) }
  }

  /// The items of the query that count.
  var query: [RouteQueryItem] { items ?? address.queryItems }

  /// The values by name: what a routing function sees as its dictionary.
  ///
  /// A key that is no text is left out here; ``params`` has it.
  var info: KhalaInfo { KhalaArguments.info(params: given, query: query) }
}

@available(*, unavailable, message: "a node belongs to one call")
extension KhalaNode: Sendable {}

/// The name that Khala had for it at first.
public typealias KhalaURLValue = KhalaNode

extension RouteAddress {
  /// The text without the query, and without the question mark before it.
  var textWithoutQuery: String {
    // Where there is a query, even an empty one, something stands before it.
    layout.query.end == 0 ? text : cutting(from: layout.path.end, to: layout.query.end)
  }

  /// The place without a query, as Foundation has URLs.
  var url: URL {
    URL(string: textWithoutQuery) ?? URL(filePath: textWithoutQuery)
  }

  /// The address of nothing: what a call has whose URL is none.
  static let root: RouteAddress = {
    guard let root = try? RouteAddress("/") else { preconditionFailure("'/' is an address") }
    return root
  }()
}
