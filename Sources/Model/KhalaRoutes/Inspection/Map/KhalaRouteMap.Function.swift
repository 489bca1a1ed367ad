extension KhalaRouteMap {
  /// A routing function as written.
  public struct Function: Hashable, Sendable, Codable {
    /// The name in URLs.
    public let name: String

    /// A Boolean value that indicates whether it is a property.
    public let isProperty: Bool

    /// The parameters, in the order of the source.
    public let parameters: [Parameter]

    /// The result type as written.
    ///
    /// It is `nil` if the function returns nothing, or for a property without a written type.
    public let result: String?

    /// A Boolean value that indicates whether it is marked `async`.
    public let isAsync: Bool

    /// A Boolean value that indicates whether it is marked `throws`.
    public let canThrow: Bool

    /// The isolation of calls to the function.
    ///
    /// It is the name of a global actor such as `MainActor`, or `actor` if its class is an actor. If
    /// the global actor of the function differs from the global actor of its class, it is `other`. A
    /// `nonisolated` synchronous function is called on the actor that creates its instance, which is
    /// the global actor of its class.
    public let isolation: String?

    /// A Boolean value that indicates whether every caller has to wait for the function, because it
    /// suspends or belongs to an actor other than the main actor.
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

    /// Creates the description of a function.
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

    /// The parameters with a named value.
    public var values: [Parameter] { parameters.filter { $0.role == .value } }

    /// A Boolean value that indicates whether the function takes all values of the call.
    public var takesInfo: Bool { parameters.contains { $0.role == .info } }

    /// The closures that the function takes.
    public var closures: [Parameter] { parameters.filter { $0.role == .closure } }
  }

  /// A parameter of a routing function.
  public struct Parameter: Hashable, Sendable, Codable {
    /// The role of a parameter.
    ///
    /// Later versions may add roles.
    public struct Role: RawRepresentable, Hashable, Sendable, Codable {
      public let rawValue: String

      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      /// A named value.
      public static let value = Role(rawValue: "value")
      /// The dictionary with all values of the call.
      public static let info = Role(rawValue: "info")
      /// The next closure of the caller.
      public static let closure = Role(rawValue: "closure")
    }

    /// The role of the parameter.
    public let role: Role

    /// The name of its value in URLs, or `nil` for other roles.
    public let name: String?

    /// The label in the source, or `nil` for `_`.
    public let label: String?

    /// The type as written.
    public let type: String

    /// A Boolean value that indicates whether a call must provide it.
    public let isRequired: Bool

    /// The source of its default value.
    public let defaultValue: String?

    private enum CodingKeys: String, CodingKey {
      case role, name, label, type
      case isRequired = "required"
      case defaultValue = "default"
    }

    /// Creates the description of a parameter.
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
