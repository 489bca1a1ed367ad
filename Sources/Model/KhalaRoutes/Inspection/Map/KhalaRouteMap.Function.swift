extension KhalaRouteMap {
  /// A routing function, as it was written.
  public struct Function: Hashable, Sendable, Codable {
    /// The name in URLs.
    public let name: String

    /// A Boolean value that indicates whether it is a property.
    public let isProperty: Bool

    /// The parameters, in the order of the source.
    public let parameters: [Parameter]

    /// The type that it returns, as it was written.
    ///
    /// Nothing if it returns nothing, or if it is a property whose type is not
    /// written.
    public let result: String?

    /// A Boolean value that indicates whether it is marked `async`.
    public let isAsync: Bool

    /// A Boolean value that indicates whether it is marked `throws`.
    public let canThrow: Bool

    /// The isolation in which it is called: the name of a global actor such as `MainActor`;
    /// `actor` if its class is an actor; `other` for a global actor that is not that of its
    /// class.
    ///
    /// A `nonisolated` function that does not suspend is called where its instance is created,
    /// which is on the global actor of its class.
    public let isolation: String?

    /// A Boolean value that indicates whether a caller has to wait for it wherever he
    /// is: it suspends, or belongs to an actor that is not the main one.
    public let isAwaited: Bool

    private enum CodingKeys: String, CodingKey {
      case name
      case isProperty = "property"
      case parameters, result
      case isAsync = "async"
      case canThrow = "throws"
      case isolation
      case isAwaited = "awaited"
    }

    /// Describes a function.
    public init(
      name: String, isProperty: Bool = false, parameters: [Parameter] = [], result: String? = nil,
      isAsync: Bool = false, canThrow: Bool = false, isolation: String? = nil,
      isAwaited: Bool = false
    ) {
      self.name = name
      self.isProperty = isProperty
      self.parameters = parameters
      self.result = result
      self.isAsync = isAsync
      self.canThrow = canThrow
      self.isolation = isolation
      self.isAwaited = isAwaited
    }

    /// The parameters that are values with a name.
    public var values: [Parameter] { parameters.filter { $0.role == .value } }

    /// A Boolean value that indicates whether it gets everything that came with the call.
    public var takesInfo: Bool { parameters.contains { $0.role == .info } }

    /// The closures that it takes.
    public var closures: [Parameter] { parameters.filter { $0.role == .closure } }
  }

  /// A parameter of a routing function.
  public struct Parameter: Hashable, Sendable, Codable {
    /// The role of a parameter; the list may grow.
    public struct Role: RawRepresentable, Hashable, Sendable, Codable {
      public let rawValue: String

      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      /// The value of its name.
      public static let value = Role(rawValue: "value")
      /// Everything that came with the call.
      public static let info = Role(rawValue: "info")
      /// The next of the caller's closures.
      public static let closure = Role(rawValue: "closure")
    }

    /// The role of the parameter.
    public let role: Role

    /// The name of its value in URLs; nothing for other roles.
    public let name: String?

    /// The label before the colon in the source; `nil` if that is `_`.
    public let label: String?

    /// The type as it was written.
    public let type: String

    /// A Boolean value that indicates whether a call without it is an error.
    public let isRequired: Bool

    /// The source of its default.
    public let defaultValue: String?

    private enum CodingKeys: String, CodingKey {
      case role, name, label, type
      case isRequired = "required"
      case defaultValue = "default"
    }

    /// Describes a parameter.
    public init(
      role: Role = .value, name: String? = nil, label: String? = nil, type: String,
      isRequired: Bool = true, defaultValue: String? = nil
    ) {
      self.role = role
      self.name = name
      self.label = label
      self.type = type
      self.isRequired = isRequired
      self.defaultValue = defaultValue
    }
  }
}

extension KhalaRouteMap.Function: CustomStringConvertible {
  /// The declaration: `server(value: Int, _ info: [String: Any]) async throws -> Int`.
  public var description: String {
    guard !isProperty else { return name + (result.map { ": \($0)" } ?? "") }
    return "\(name)(\(parameters.map(\.description).joined(separator: ", ")))"
      + (isAsync ? " async" : "") + (canThrow ? " throws" : "")
      + (result.map { " -> \($0)" } ?? "")
  }
}

extension KhalaRouteMap.Parameter: CustomStringConvertible {
  /// The declaration: `value: Int = 5`.
  public var description: String {
    let names = label ?? (name.map { "_ \($0)" } ?? "_")
    return "\(names): \(type)" + (defaultValue.map { " = \($0)" } ?? "")
  }
}
