extension ModuleGraph {
  /// An attribute of a node.
  public struct Attribute: Sendable, Hashable, Codable {
    /// The value of an attribute, encoded as a plain JSON value.
    public enum Value: Sendable, Hashable {
      case text(String)
      case number(Double)
      case flag(Bool)
      case list([String])
    }

    /// The name of the attribute: `priority`, `cron`.
    public let name: String

    public let value: Value

    /// Creates an attribute.
    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }
}

extension ModuleGraph.Attribute.Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  public init(stringLiteral text: String) { self = .text(text) }
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }

  /// Returns the value of an integer.
  public static func integer(_ value: Int) -> Self { .number(Double(value)) }
}

extension ModuleGraph.Attribute.Value: CustomStringConvertible {
  /// The value as people read it.
  public var description: String {
    switch self {
    case .text(let text): text
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .flag(let flag): flag ? "yes" : "no"
    case .list(let texts): texts.joined(separator: ", ")
    }
  }
}

extension ModuleGraph.Attribute.Value: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Text first, or else "NaN" would become a number.
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .list(try container.decode([String].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .flag(let flag): try container.encode(flag)
    case .list(let texts): try container.encode(texts)
    case .number(let number):
      if let whole = Int(exactly: number) {
        try container.encode(whole)
      } else if !number.isFinite {
        try container.encode("\(number)")
      } else {
        try container.encode(number)
      }
    }
  }
}
