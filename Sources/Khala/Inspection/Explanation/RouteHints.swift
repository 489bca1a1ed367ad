import Spelling

/// What a URL that leads nowhere may have meant.
struct RouteHints {
  /// The names of routing classes that are nearest to its host.
  private(set) var classes: [String] = []
  /// The functions of its class that are nearest to its path.
  private(set) var functions: [String] = []
  /// Where the class of the URL was declared, if there is one.
  private(set) var places: [KhalaPlace] = []
  /// The name of that class.
  private(set) var className: String?
  /// The functions of that class.
  private(set) var registered: [KhalaRouteMap.Route] = []

  init(_ address: RouteAddress, in map: KhalaRouteMap) {
    guard let host = address.routeComponents.first else { return }
    registered = map.routes(ofClass: host)
    guard let owner = registered.first else {
      classes = EditDistance.nearest(to: host, among: map.classNames, atMost: 3)
      return
    }
    className = host
    functions = EditDistance.nearest(
      to: address.routeComponents.dropFirst().joined(separator: "/"),
      among: registered.compactMap { $0.function?.name }, atMost: 3)
    let meant = registered.first { $0.function?.name == functions.first } ?? owner
    places = [meant.place].compactMap(\.self)
  }

  /// The hint as a sentence.
  var sentence: String? {
    func list(_ names: [String]) -> String {
      names.map { "'\($0)'" }.joined(separator: " or ")
    }
    if let className {
      let owner = "'\(className)'" + (places.first.map { " (\($0))" } ?? "")
      return functions.isEmpty
        ? "\(owner) has no such function."
        : "\(owner) has no such function: was \(list(functions)) meant?"
    }
    return classes.isEmpty ? nil : "There is no such class: was \(list(classes)) meant?"
  }
}
