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
