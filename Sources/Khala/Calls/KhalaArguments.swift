public import Foundation

/// The values and closures of a call, for the closure that answers it.
///
/// Run-time routes, fallbacks and stubs get it as it is:
///
/// ```swift
/// try Khala.route("users/{id:Int}") { arguments in
///   User(id: try arguments.value("id"), isBrief: try arguments.value("brief", default: false))
/// }
/// ```
///
/// It belongs to one call and is not shared between threads.
public struct KhalaArguments {
  /// The function or closure that gets these arguments.
  let target: RouteTarget
  let contents: CallContents
  /// The captures of the route's pattern.
  let path: RouteCaptures

  /// The closures of the caller, in the order in which they were given.
  public let closures: [KhalaClosure]

  init(
    for target: RouteTarget, contents: CallContents, path: RouteCaptures = .none,
    closures: [KhalaClosure] = []
  ) {
    self.target = target
    self.contents = contents
    self.path = path
    self.closures = closures
  }

  /// The URL that was called, after rewriting, without its query.
  public var url: URL { contents.address.url }

  /// The captures of the route's pattern, in the order of the path.
  ///
  /// The components of a rest are joined by slashes; read as an array, as in
  /// `value("rest", as: [String].self)`, they are apart.
  public var captures: [(name: String, value: String)] { path.texts }

  /// The items of the query: several of one name, and those without a value too.
  public var queryItems: [URLQueryItem] {
    contents.query.map { URLQueryItem(name: $0.name, value: $0.value) }
  }

  /// Everything that came with the call by name.
  ///
  /// What the caller gave along wins over the path, and that over the query; the
  /// first of several values of one name wins over the others. A name without a
  /// value is left out.
  public var info: KhalaInfo { contents.info(with: path) }

  /// The same, and what the caller gave along under keys of other types.
  public var anyInfo: [AnyHashable: Any] {
    var info = contents.given
    for (name, value) in captures where info[name] == nil { info[name] = value }
    for item in contents.query where info[item.name] == nil {
      if let value = item.value { info[item.name] = value }
    }
    return info
  }

  /// The closure of the caller in this position; one that does nothing if there is none.
  public func closure(_ index: Int) -> KhalaClosure {
    optionalClosure(index) ?? { _ in }
  }

  /// The closure of the caller in this position, if there is one.
  public func optionalClosure(_ index: Int) -> KhalaClosure? {
    closures.indices.contains(index) ? closures[index] : nil
  }
}

@available(*, unavailable, message: "arguments belong to the function that answers the call")
extension KhalaArguments: Sendable {}

/// The arguments of a routing function.
///
/// - Warning: The macro `@KhalaModule` writes calls of this. Do not use it
///   directly.
public typealias __KhalaArguments = KhalaArguments

/// The values of a call: those of the URL's query, and the caller's parameters.
public typealias KhalaInfo = [String: Any]

/// A closure that a caller hands to a routing function, which may keep it and
/// call it from anywhere.
public typealias KhalaClosure = @Sendable ([String: any Sendable]) -> Void
