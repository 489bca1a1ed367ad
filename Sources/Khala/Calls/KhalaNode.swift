public import Foundation

/// The request of a call: a URL and the values that come with it.
///
/// Rewrite filters and interceptors read and change it. It belongs to one call and is not shared
/// between threads.
public final class KhalaNode {
  private(set) var contents: CallContents
  /// The addresses before each redirect, in their order.
  private(set) var past: [RouteAddress] = []

  /// A Boolean value that indicates whether the call came from outside the program.
  public internal(set) var isExternal: Bool

  init(_ contents: CallContents, isExternal: Bool = false) {
    self.contents = contents
    self.isExternal = isExternal
  }

  /// The address of the call.
  var address: RouteAddress { contents.address }

  /// Redirects the call to another address.
  ///
  /// The items of the new query come before the existing ones.
  func redirect(to address: RouteAddress) {
    let before = contents.query
    contents.otherItems = before.isEmpty ? nil : address.queryItems + before
    past.append(contents.address)
    contents.address = address
  }

  /// Adds values to the caller's, replacing values with the same names.
  func add(_ values: [String: any Sendable]) {
    for (name, value) in values { contents.given[name] = value }
  }

  /// The URL without its query, whose values are in ``params``.
  ///
  /// Set it to redirect the call. To make decisions about the destination, read ``module``,
  /// ``function`` or ``components`` instead: the same route can be reached by several spellings of
  /// a URL, and not all of them have a host.
  ///
  /// If you set a URL with a query, its values are added to the existing ones. A URL that cannot be
  /// the address of a route is ignored and reported to `Khala.errorHandler`. Setting the current
  /// URL has no effect.
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

  /// The components that routes are matched with: the host, if any, and the unescaped components of
  /// the path.
  ///
  /// `kl://Cart/add`, `kl:Cart/add`, `kl:///Cart//add/` and `Cart/%61dd` all have the components
  /// `["Cart", "add"]`.
  public var components: [String] { address.routeComponents }

  /// The name of the routing class that the call goes to, in any spelling of the URL.
  ///
  /// It is the first of the ``components``.
  public var module: String? { components.first }

  /// The name of the function that the call goes to: all ``components`` after the first one, joined
  /// by slashes.
  public var function: String? { address.functionName }

  /// The values of the call.
  ///
  /// The caller's values take precedence over the query. If a name occurs several times in the
  /// query, its first value is used. ``queryItems`` has all of them.
  public var params: [AnyHashable: Any] {
    get {
      var values = contents.given
      for item in contents.query where values[item.name] == nil {
        if let value = item.value { values[item.name] = value }
      }
      return values
    }
    set {
      // Values that are equal to the query stay in it, because a name may have several values
      // there. Names that were removed are removed from the query.
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

  /// The items of all queries that the URL has had, the latest query first.
  ///
  /// They include repeated names and names without a value.
  public var queryItems: [URLQueryItem] {
    contents.query.map { URLQueryItem(name: $0.name, value: $0.value) }
  }
}

@available(*, unavailable, message: "a node belongs to one call")
extension KhalaNode: Sendable {}

/// The original name of ``KhalaNode``.
public typealias KhalaURLValue = KhalaNode

/// The contents of a call: its address and its values.
struct CallContents {
  /// The address of the call.
  var address: RouteAddress
  /// The caller's values, which take precedence over the query.
  var given: [AnyHashable: Any] = [:]
  /// The items of the query, if they differ from the items of ``address``.
  var otherItems: [RouteQueryItem]?

  /// The effective items of the query.
  var query: [RouteQueryItem] { otherItems ?? address.queryItems }

  /// Returns the first item of the query with this name.
  func firstItem(named name: String) -> RouteQueryItem? {
    if let otherItems { return otherItems.first { $0.name == name } }
    return address.firstQueryItem(named: name)
  }

  /// Returns the values by name, as a routing function gets them in its dictionary.
  ///
  /// - Parameter captures: The captures of the route's pattern.
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

  /// The values of the query, using the first value of each name.
  private var queryValues: KhalaInfo {
    if let otherItems {
      let values = otherItems.lazy.compactMap { item in item.value.map { (item.name, $0 as Any) } }
      return Dictionary(values) { first, _ in first }
    }
    return address.queryValues
  }
}
