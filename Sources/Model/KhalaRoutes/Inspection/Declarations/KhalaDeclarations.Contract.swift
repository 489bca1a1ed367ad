package import Declarations

extension KhalaDeclarations {
  /// The expectations of a function with `@KhalaCall` of the route that it calls.
  public struct Contract: Hashable, Sendable, CustomStringConvertible {
    /// A value that goes along.
    public struct Parameter: Hashable, Sendable {
      /// The name of the value.
      public let name: String

      /// The type as it was written.
      public let type: String

      /// The type that this is, with the modules of all names; known only in a
      /// running process.
      public package(set) var resolvedType: String?

      /// Describes a value.
      public init(name: String, type: String, resolvedType: String? = nil) {
        self.name = name
        self.type = type
        self.resolvedType = resolvedType
      }
    }

    /// The URL that is called.
    public let url: String

    /// The values that go along.
    public package(set) var parameters: [Parameter]

    /// A Boolean value that indicates whether the call takes a dictionary, whose keys no
    /// declaration names.
    public let givesInfo: Bool

    /// The number of closures that go along.
    public let closureCount: Int

    /// The type that is expected, as it was written; nothing if none is.
    public let result: String?

    /// The type that this is; known only in a running process.
    public package(set) var resolvedResult: String?

    /// A Boolean value that indicates whether the function waits for the route.
    public let isAsync: Bool

    /// The name of the function; `nil` in records of earlier releases.
    public let function: String?

    /// The isolation of the function: the name of a global actor such as `MainActor`, `actor`
    /// for a member of an actor, or `nonisolated`.
    ///
    /// `nil` if the macro cannot see it, because it is inherited from another declaration, and
    /// in records of earlier releases.
    public let isolation: String?

    /// The source location of the declaration.
    public let location: CodeLocation

    public var description: String { "the contract for '\(url)'" }

    /// Puts a contract together.
    public init(
      url: String, parameters: [Parameter] = [], givesInfo: Bool = false, closureCount: Int = 0,
      result: String? = nil, isAsync: Bool = false, function: String? = nil,
      isolation: String? = nil, location: CodeLocation
    ) {
      self.url = url
      self.parameters = parameters
      self.givesInfo = givesInfo
      self.closureCount = closureCount
      self.result = result
      self.isAsync = isAsync
      self.function = function
      self.isolation = isolation
      self.location = location
    }
  }
}

extension KhalaDeclarations.Contract {
  /// Takes over what a record says.
  package init(_ schema: ContractSchema, url: String, location: CodeLocation) {
    self.init(
      url: url, parameters: schema.parameters.map { Parameter(name: $0.name, type: $0.type) },
      givesInfo: schema.givesInfo ?? false, closureCount: schema.closureCount ?? 0,
      result: schema.result, isAsync: schema.isAsync ?? false, function: schema.function,
      isolation: schema.isolation, location: location)
  }
}
