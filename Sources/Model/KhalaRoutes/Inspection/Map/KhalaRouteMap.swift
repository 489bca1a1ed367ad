package import Declarations
import RoutePatterns

/// A snapshot of all routes of a program.
///
/// ```swift
/// let map = Khala.routes
/// print(map.markdown())
/// ```
///
/// A map is plain data: you can write it as JSON, read it back, and compare it with the map of an
/// older release (``changes(from:)``). Its order breaks ties between equal routes. Classes are in
/// the order of the registry. Within a class, its own paths come first, followed by its functions
/// sorted by name. Routes that were added at run time come last.
public struct KhalaRouteMap: Hashable, Sendable {
  /// The number of the table in its process, or 0 if the map comes from a file.
  public let version: Int

  /// The routes.
  public let routes: [Route]

  /// Creates a map of routes, which must be in the order of their table.
  public init(version: Int = 0, routes: [Route]) {
    self.version = version
    self.routes = routes
  }

  /// The names of the routing classes in order, without repetitions.
  public var classNames: [String] {
    var seen: Set<String> = []
    return routes.compactMap(\.className).filter { seen.insert($0).inserted }
  }

  /// Returns the routes to the functions of a class.
  public func routes(ofClass name: String) -> [Route] {
    routes.filter { $0.className == name }
  }
}

extension KhalaRouteMap {
  /// A route with its pattern and its function.
  public struct Route: Hashable, Sendable, Codable {
    /// The origin of a route.
    ///
    /// Later versions may add origins.
    public struct Kind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
      public let rawValue: String

      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      /// The names of a routing class and its function.
      public static let function = Kind(rawValue: "function")
      /// A path that the function declares with `@Route`.
      public static let path = Kind(rawValue: "path")
      /// A route that was added at run time.
      public static let runTime = Kind(rawValue: "runTime")

      public var description: String { rawValue }
    }

    /// The origin of the route.
    public let kind: Kind

    /// The schemes of its addresses in lower case.
    ///
    /// An empty array matches all.
    public let schemes: [String]

    /// The pattern of its addresses, without schemes.
    public let pattern: String

    /// The priority.
    ///
    /// Routes with a higher priority come first.
    public let priority: Int

    /// The callers that may use it.
    public let access: KhalaAccess

    /// The name of the routing class in URLs.
    public let className: String?

    /// The name of the routing class in its source.
    public let typeName: String?

    /// The function that it calls, or `nil` for a route that was added at run time.
    public let function: Function?

    /// The condition under which the route exists, such as `DEBUG` or `macOS 16, *`.
    ///
    /// Only maps of binaries have routes with conditions. In a running process, the condition is
    /// already decided.
    public let condition: String?

    /// The source location of its function, or of the code that added it.
    public let location: CodeLocation?

    fileprivate enum CodingKeys: String, CodingKey {
      case kind, schemes, pattern, priority, access
      case className = "class"
      case typeName = "type"
      case function, condition
      case location = "place"
    }

    /// Creates a route.
    public init(
      kind: Kind, schemes: [String] = [], pattern: String, priority: Int = 0,
      access: KhalaAccess = .internal, className: String? = nil, typeName: String? = nil,
      function: Function? = nil, condition: String? = nil, location: CodeLocation? = nil
    ) {
      self.kind = kind
      self.schemes = schemes
      self.pattern = pattern
      self.priority = priority
      self.access = access
      self.className = className
      self.typeName = typeName
      self.function = function
      self.condition = condition
      self.location = location
    }
  }
}

extension KeyedEncodingContainer<KhalaRouteMap.Route.CodingKeys> {
  /// Encodes the location of a route in version 1 of the map format.
  ///
  /// The synthesized conformance calls this.
  fileprivate mutating func encodeIfPresent(_ location: CodeLocation?, forKey key: Key) throws {
    guard let location else { return }
    var values = nestedContainer(keyedBy: CodeLocation.CodingKeys.self, forKey: key)
    try values.encode(location.fileID, forKey: .fileID)
    try values.encode(location.line, forKey: .line)
  }
}

extension KhalaRouteMap.Route: CustomStringConvertible {
  /// The pattern with its schemes, in the form of `@Route` and `Khala.url`.
  public var url: String {
    switch schemes.count {
    case 0: pattern
    case 1: "\(schemes[0])://\(pattern)"
    default: "{\(schemes.joined(separator: ","))}://\(pattern)"
    }
  }

  /// The destination of the route: `AModule.server(value: Int) -> Int`.
  public var destination: String {
    guard let function else { return "a route added at run time" }
    return (className.map { "\($0)." } ?? "") + function.description
  }

  public var description: String { "'\(url)' of \(destination)" }

  /// The route in a message, with its shortest name and its source location.
  var mention: String {
    let owner = function.map { " of \((className.map { "\($0)." } ?? "") + $0.name)" } ?? ""
    return "'\(url)'" + owner + (location.map { " (\($0))" } ?? "")
  }

  /// Returns the parsed pattern, with which to look up addresses.
  func readPattern() throws(RoutePatternError) -> RoutePattern { try RoutePattern(url) }

  /// A copy of the route without its source location.
  var withoutPlace: Self {
    Self(
      kind: kind, schemes: schemes, pattern: pattern, priority: priority, access: access,
      className: className, typeName: typeName, function: function, condition: condition)
  }
}

extension RoutePattern {
  /// The string after the schemes.
  package var textWithoutSchemes: String {
    guard !schemes.isEmpty, let end = text.firstRange(of: "://") else { return text }
    return String(text[end.upperBound...])
  }
}

/// The callers that may use a route.
public enum KhalaAccess: Sendable {
  /// The program itself.
  case `internal`
  /// Any caller, including URLs from outside.
  case external
}

extension KhalaAccess {
  /// Converts the access of a record.
  package init(_ schema: RoutingClassSchema.Access?) {
    self = schema == .external ? .external : .internal
  }
}

extension KhalaAccess: Codable, CustomStringConvertible {
  /// `internal` or `external`.
  public var description: String {
    switch self {
    case .internal: "internal"
    case .external: "external"
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    switch try container.decode(String.self) {
    case "internal": self = .internal
    case "external": self = .external
    case let other:
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(other)' is neither 'internal' nor 'external'")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
