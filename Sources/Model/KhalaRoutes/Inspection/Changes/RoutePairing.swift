/// The assignment of routes in a new map to routes in an old one.
///
/// The most reliable criteria come first: equal routes, then routes with the same addresses,
/// schemes and parameters, and so on. Each route is paired once. If several routes match equally,
/// they are paired in their order.
struct RoutePairing {
  private let old: RouteMapTable
  private let new: RouteMapTable
  private(set) var origins: [Int?]
  private(set) var successors: [Int?]

  init(old: RouteMapTable, new: RouteMapTable) {
    self.old = old
    self.new = new
    origins = new.map.routes.map { _ in nil }
    successors = old.map.routes.map { _ in nil }
  }

  /// The criteria for pairing two routes, starting with the most reliable one.
  private enum Sign: CaseIterable {
    case everything
    case addressSchemesAndParameters
    case addressAndParameters
    case addressAndSchemes
    case address
    case destination

    /// Returns the key of a route for this criterion, or `nil` if it has none.
    func key(_ route: KhalaRouteMap.Route, _ pattern: RoutePattern?) -> Key? {
      let address = Address(route, pattern)
      return switch self {
      case .everything: .route(route.withoutPlace)
      case .addressSchemesAndParameters:
        .address(address, schemes: route.schemes, Parameters(route))
      case .addressAndParameters: .address(address, schemes: nil, Parameters(route))
      case .addressAndSchemes: .address(address, schemes: route.schemes, nil)
      case .address: .address(address, schemes: nil, nil)
      case .destination: Key(destinationOf: route, pattern)
      }
    }
  }

  private enum Key: Hashable {
    case route(KhalaRouteMap.Route)
    case address(Address, schemes: [String]?, Parameters?)
    case destination(className: String?, function: String, [RouteSegment])

    /// Creates the key of the function that a path calls.
    init?(destinationOf route: KhalaRouteMap.Route, _ pattern: RoutePattern?) {
      guard route.kind != .function, let pattern, let function = route.function else { return nil }
      self = .destination(
        className: route.className, function: function.name, pattern.skeleton)
    }
  }

  /// The addresses of a route, regardless of the names of its captures.
  private struct Address: Hashable {
    let isFunction: Bool
    let segments: [RouteSegment]
    let optionals: Set<Int>
    /// The string of an invalid pattern.
    let text: String?

    init(_ route: KhalaRouteMap.Route, _ pattern: RoutePattern?) {
      isFunction = route.kind == .function
      segments = pattern?.segments.map(\.withoutNames) ?? []
      optionals = pattern?.optionals ?? []
      text = pattern == nil ? route.pattern : nil
    }
  }

  /// The parameters that distinguish overloads.
  private struct Parameters: Hashable {
    let names: [String]
    let closureCount: Int

    init(_ route: KhalaRouteMap.Route) {
      names = route.function?.values.compactMap(\.name).sorted() ?? []
      closureCount = route.function?.closures.count ?? 0
    }
  }

  /// Pairs as many routes as possible.
  mutating func pair() {
    for sign in Sign.allCases {
      var waiting: [Key: ArraySlice<Int>] = [:]
      for (number, route) in old.map.routes.enumerated() where successors[number] == nil {
        guard let key = sign.key(route, old.pattern(ofRoute: number)) else { continue }
        waiting[key, default: []].append(number)
      }
      guard !waiting.isEmpty else { continue }
      for (number, route) in new.map.routes.enumerated() where origins[number] == nil {
        guard let key = sign.key(route, new.pattern(ofRoute: number)),
          let origin = waiting[key]?.popFirst()
        else { continue }
        origins[number] = origin
        successors[origin] = number
      }
    }
  }
}

extension RoutePattern {
  /// The required segments, with captures of any value.
  fileprivate var skeleton: [RouteSegment] {
    requiredSegments.map { segment in
      switch segment.withoutNames {
      case .capture(var capture):
        capture.converter = nil
        return .capture(capture)
      case .affix(var affix):
        for index in affix.captures.indices { affix.captures[index].converter = nil }
        return .affix(affix)
      case let other: return other
      }
    }
  }
}

extension RouteSegment {
  /// The segment with unnamed captures.
  fileprivate var withoutNames: RouteSegment {
    switch self {
    case .literal: return self
    case .capture(let capture):
      return .capture(RouteCapture(name: "", converter: capture.converter))
    case .rest(let prefix, _): return .rest(prefix: prefix, name: "")
    case .affix(var affix):
      for index in affix.captures.indices { affix.captures[index].name = "" }
      return .affix(affix)
    }
  }
}
