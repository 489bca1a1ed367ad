public import Declarations

extension ModuleGraph {
  /// A use of something that a module declares, such as a call of a route or a trigger of an event.
  ///
  /// Records contain declarations and wires. Uses are in the bodies of functions. They are known
  /// from the compiler's index and the sources, from `#uses`, and from traces.
  public struct Use: Sendable, Hashable, Codable {
    /// The origin of the knowledge about a use.
    ///
    /// The list may grow.
    public struct Origin: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
      public let rawValue: String

      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      public var description: String { rawValue }

      /// A record in the binary, written by `#uses`.
      public static let record = Origin(rawValue: "record")
      /// The compiler's index, with the source at its location.
      public static let code = Origin(rawValue: "code")
      /// A trace of the running program.
      public static let trace = Origin(rawValue: "trace")
    }

    /// The verb: ``ModuleGraph/Edge/Kind/calls``, ``ModuleGraph/Edge/Kind/triggers``.
    public let kind: Edge.Kind

    /// The kind of the used item.
    public let target: Node.Kind

    /// The name of the used item as in code.
    ///
    /// Examples are `kl://Store/delete?id=7` and `userDidLogin`. A part that only the running
    /// program knows is `{}`.
    public let name: String

    /// The name of the constant in the code, such as `userDidLogin` in `.userDidLogin`, or `nil` if
    /// the name is not a constant.
    ///
    /// Records without the string of the constant contain this name.
    public let constant: String?

    /// The source location of the declaration, if the compiler knows it.
    ///
    /// A function with `@KhalaCall` is identified by it, because its name is not unique.
    public let declaration: CodeLocation?

    /// The module whose code uses it.
    public let module: String

    /// The source location of the use.
    public let location: CodeLocation?

    public let origin: Origin

    /// The number of times that a trace contains it, or `nil` for other origins.
    public let count: Int?

    /// Creates a use.
    public init(
      _ kind: Edge.Kind, _ target: Node.Kind, _ name: String, constant: String? = nil,
      declaration: CodeLocation? = nil, module: String, location: CodeLocation?, origin: Origin,
      count: Int? = nil
    ) {
      self.kind = kind
      self.target = target
      self.name = name
      self.constant = constant
      self.declaration = declaration
      self.module = module
      self.location = location
      self.origin = origin
      self.count = count
    }

    private enum CodingKeys: String, CodingKey {
      case kind, target, name, constant, declaration, module
      case location = "place"
      case origin, count
    }
  }
}

extension ModuleGraph.Edge.Kind {
  /// Code triggers an event, or posts a notification.
  public static let triggers = Self(rawValue: "triggers")
  /// Code reads a relay or observes it.
  public static let reads = Self(rawValue: "reads")
  /// Code sets a relay.
  public static let sets = Self(rawValue: "sets")
  /// Code enqueues a job.
  public static let enqueues = Self(rawValue: "enqueues")
  /// Code declares something without a record: a route, or a task that it schedules.
  public static let declares = Self(rawValue: "declares")
  /// Code calls the functions with one name in all routing classes.
  public static let notifies = Self(rawValue: "notifies")
  /// Code names something in an unknown way.
  public static let names = Self(rawValue: "names")
}
