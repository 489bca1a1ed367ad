public import Foundation

/// What a call asks for: a URL, and values that come with it.
///
/// Rewrite filters get it, change it and hand it on. It belongs to one call and
/// is not shared between threads.
public final class KhalaNode {
  /// Everything that was the URL so far, the current one first: their queries
  /// count, those of later ones before those of earlier ones.
  private var addresses: [RouteAddress]
  /// The values that the caller gave, which win over those of queries.
  private var given: [AnyHashable: Any]

  init(_ address: RouteAddress, params: [AnyHashable: Any]) {
    addresses = [address]
    given = params
  }

  /// Where the call goes; its query is among ``params``.
  var address: RouteAddress { addresses[0] }

  /// Goes somewhere else from now on.
  func redirect(to address: RouteAddress) {
    addresses.insert(address, at: 0)
  }

  /// The URL without its query, whose values are in ``params``.
  ///
  /// The query of a URL that is set here counts too: its values join the others.
  /// One that is no address of a route is not taken, and is reported to
  /// `Khala.errorHandler`.
  public var url: URL {
    get { URL(string: address.textWithoutQuery) ?? URL(filePath: address.textWithoutQuery) }
    set {
      do {
        redirect(to: try RouteAddress(newValue.absoluteString))
      } catch {
        Khala.report(.invalidURL(newValue.absoluteString, because: error))
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
      for item in queryItems {
        if let value = item.value, values[item.name] == nil { values[item.name] = value }
      }
      return values
    }
    set {
      given = newValue
      addresses = [address.withoutQuery]
    }
  }

  /// The items of all queries that were part of the URL: several of one name, and
  /// those without a value too.
  public var queryItems: [URLQueryItem] {
    addresses.flatMap(\.queryItems).map { URLQueryItem(name: $0.name, value: $0.value) }
  }

  /// What a routing function gets: the caller's values, those of the path and
  /// those of the queries.
  func arguments(
    for function: String, captures: RouteCaptures, closures: [KhalaClosure]
  ) -> __KhalaArguments {
    var values: [(name: String, value: String?)] = []
    for name in captures.names {
      for component in captures.components(of: name) { values.append((name, component)) }
    }
    for address in addresses {
      for item in address.queryItems { values.append((item.name, item.value)) }
    }
    return __KhalaArguments(
      function: function, params: given, queryValues: values, closures: closures)
  }

  /// The values by name: what a routing function sees as its dictionary.
  ///
  /// A key that is no text is left out here; ``params`` has it.
  var info: [String: Any] {
    var info: [String: Any] = [:]
    for (key, value) in given {
      if let name = key as? String { info[name] = value }
    }
    for address in addresses {
      for item in address.queryItems where info[item.name] == nil {
        if let value = item.value { info[item.name] = value }
      }
    }
    return info
  }
}

/// The name that Khala had for it at first.
public typealias KhalaURLValue = KhalaNode

extension RouteAddress {
  /// The text without the query, and without the question mark before it.
  var textWithoutQuery: String {
    // Where there is a query, even an empty one, something stands before it.
    layout.query.end == 0 ? text : cutting(from: layout.path.end, to: layout.query.end)
  }

  /// The same place without a query.
  var withoutQuery: RouteAddress {
    // What was an address is one without its query too.
    (try? RouteAddress(textWithoutQuery)) ?? self
  }
}

extension RouteAddress {
  /// The address of nothing: what a call has whose URL is none.
  static let root: RouteAddress = {
    guard let root = try? RouteAddress("/") else { preconditionFailure("'/' is an address") }
    return root
  }()
}
