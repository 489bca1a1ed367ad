package import Declarations

/// The callers that may use a route.
public enum KhalaAccess: Sendable {
  /// The program itself.
  case `internal`
  /// Any call, also a URL that came from outside.
  case external
}

extension KhalaAccess {
  /// Takes over what a record says.
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
