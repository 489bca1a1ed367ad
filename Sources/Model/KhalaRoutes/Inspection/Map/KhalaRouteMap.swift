/// All routes of a program at one moment.
///
/// ```swift
/// let map = Khala.routes
/// print(map.markdown())
/// ```
///
/// A map is plain data: it can be written as JSON, read back, and compared with
/// the map of an older release (``changes(from:)``). Its routes stand in the order
/// in which they are looked at where nothing else decides: class by class as the
/// registry orders them, in a class first the paths of their own and then the
/// functions by name, and at last what was added at run time.
public struct KhalaRouteMap: Hashable, Sendable {
  /// Counts the tables of a process; 0 if the map comes from a file.
  public let version: Int

  /// The routes.
  public let routes: [Route]

  /// Makes a map of routes that stand in the order of their table.
  public init(version: Int = 0, routes: [Route]) {
    self.version = version
    self.routes = routes
  }

  /// The names of the routing classes, in order, each once.
  public var classNames: [String] {
    var seen: Set<String> = []
    return routes.compactMap(\.className).filter { seen.insert($0).inserted }
  }

  /// The routes that lead to functions of a class.
  public func routes(ofClass name: String) -> [Route] {
    routes.filter { $0.className == name }
  }
}
