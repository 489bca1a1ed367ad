public import Foundation

/// The request of a call: a URL, and values that come with it.
///
/// Rewrite filters and interceptors get it and change it. It belongs to one call
/// and is not shared between threads.
public final class KhalaNode {
  private(set) var contents: CallContents
  /// The addresses that it had before it was redirected, the first one first.
  private(set) var past: [RouteAddress] = []

  /// A Boolean value that indicates whether the call came from outside the program.
  public internal(set) var isExternal: Bool

  init(_ contents: CallContents, isExternal: Bool = false) {
    self.contents = contents
    self.isExternal = isExternal
  }

  /// The address of the call.
  var address: RouteAddress { contents.address }

  /// Goes somewhere else from now on.
  ///
  /// The items of its query come before those that the call has already.
  func redirect(to address: RouteAddress) {
    let before = contents.query
    contents.otherItems = before.isEmpty ? nil : address.queryItems + before
    past.append(contents.address)
    contents.address = address
  }

  /// Adds values to those that the caller gave, in place of those of the same names.
  func add(_ values: [String: any Sendable]) {
    for (name, value) in values { contents.given[name] = value }
  }

  /// The URL without its query, whose values are in ``params``.
  ///
  /// It is for changing where the call goes. To decide by where it goes, use
  /// ``module``, ``function`` or ``components``: one route is reached by URLs of
  /// several spellings, and not all of them have a host.
  ///
  /// The query of a URL that is set here counts too: its values join the others.
  /// One that is no address of a route is not taken, and is reported to
  /// `Khala.errorHandler`. To set what it is changes nothing.
  public var url: URL {
    get { address.url }
    set {
      do throws(RouteAddressError) {
        if let changed = try address.changed(to: newValue) { redirect(to: changed) }
      } catch {
        Khala.report(.invalidURL(newValue.absoluteString, because: error))
      }
    }
  }

  /// The components that routes are matched with: the host, if there is one, and those of
  /// the path, without escapes.
  ///
  /// `kl://Cart/add`, `kl:Cart/add`, `kl:///Cart//add/` and `Cart/%61dd` all have the
  /// components `["Cart", "add"]`.
  public var components: [String] { address.routeComponents }

  /// The name of the routing class that the call goes to, however its URL is
  /// written; the first of ``components``.
  public var module: String? { components.first }

  /// The name of the function that the call goes to: all ``components`` behind the
  /// first one, joined by slashes.
  public var function: String? { address.functionName }

  /// The values that come with the call.
  ///
  /// Those that the caller gave win over those of the query, and of several query
  /// values of one name the first counts; ``queryItems`` has all of them.
  public var params: [AnyHashable: Any] {
    get {
      var values = contents.given
      for item in contents.query where values[item.name] == nil {
        if let value = item.value { values[item.name] = value }
      }
      return values
    }
    set {
      // What is as the query says it stays there, where a name may have several
      // values; a name that is gone is taken out of the query.
      let given = contents.given
      let query = contents.query
      contents.given = newValue.filter { name, value in
        if given[name] != nil { return true }
        let first = query.first { AnyHashable($0.name) == name && $0.value != nil }
        return first == nil || value as? String != first?.value
      }
      if !query.isEmpty {
        contents.otherItems = query.filter { $0.value == nil || newValue[$0.name] != nil }
      }
    }
  }

  /// The items of all queries that were part of the URL, those of the latest
  /// first: several of one name, and those without a value too.
  public var queryItems: [URLQueryItem] {
    contents.query.map { URLQueryItem(name: $0.name, value: $0.value) }
  }
}

@available(*, unavailable, message: "a node belongs to one call")
extension KhalaNode: Sendable {}

/// The name that Khala had for it at first.
public typealias KhalaURLValue = KhalaNode

/// The contents of a call: its address, and the values that come with it.
struct CallContents {
  /// The address of the call.
  var address: RouteAddress
  /// The values that the caller gave, which win over those of the query.
  var given: [AnyHashable: Any] = [:]
  /// The items of the query, if they are others than those of ``address``.
  var otherItems: [RouteQueryItem]?

  /// The items of the query that count.
  var query: [RouteQueryItem] { otherItems ?? address.queryItems }

  /// The first item of the query that has this name.
  func firstItem(named name: String) -> RouteQueryItem? {
    if let otherItems { return otherItems.first { $0.name == name } }
    return address.firstQueryItem(named: name)
  }

  /// The values by name: what a routing function sees as its dictionary.
  ///
  /// - Parameter captures: What the pattern of the route captured.
  /// - Returns: The values.
  func info(with captures: RouteCaptures = .none) -> KhalaInfo {
    var info = queryValues
    let captured = captures.texts
    if !captured.isEmpty || !given.isEmpty {
      info.reserveCapacity(info.count + captured.count + given.count)
    }
    for (name, value) in captured { info[name] = value }
    for (name, value) in given {
      if let name = name.base as? String { info[name] = value }
    }
    return info
  }

  /// The values of the query; the first of a name wins.
  private var queryValues: KhalaInfo {
    if let otherItems {
      let values = otherItems.lazy.compactMap { item in item.value.map { (item.name, $0 as Any) } }
      return Dictionary(values) { first, _ in first }
    }
    return address.queryValues
  }
}
