/// A reference to a task that another one depends on, by its type or by its name.
public struct TaskReference: Sendable {
  enum Target: Sendable {
    case type(any Any.Type)
    case name(String)
  }

  let target: Target

  /// Creates a reference to the task that is declared with this type.
  ///
  /// The type itself is compared, not its name.
  public init(_ type: any Any.Type) {
    target = .type(type)
  }

  /// Creates a reference to the task of this name.
  public init(_ name: String) {
    target = .name(name)
  }

  /// Creates a reference from an element of a list of types and names, or returns `nil` if it is
  /// neither.
  init?(element: Any) {
    switch element {
    case let type as any Any.Type: self.init(type)
    case let name as String where !name.isEmpty: self.init(name)
    default: return nil
    }
  }
}

extension TaskReference: ExpressibleByStringLiteral {
  public init(stringLiteral name: String) {
    self.init(name)
  }
}

/// A point that is reached when certain tasks have finished, and that any code can wait for.
///
/// ```swift
/// extension TaskMilestone {
///   static let firstScreen: TaskMilestone = "firstScreen"
/// }
/// ```
public struct TaskMilestone: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  __TaskConstant
{
  /// The string that distinguishes this milestone from others.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral name: String) {
    rawValue = name
  }
}

extension TaskMilestone: CustomStringConvertible {
  /// The milestone's string.
  public var description: String { rawValue }
}

/// A type whose values modules declare as constants, for use in other modules.
///
/// In a module that isolates everything to the main actor by default, the members of an extension
/// belong to the main actor too. A record could not use them. Members of a type that conforms to a
/// `Sendable` protocol do not
/// (https://github.com/swiftlang/swift-evolution/blob/main/proposals/0466-control-default-actor-isolation.md).
///
/// - Warning: It is public only because the types that conform to it are. Do not use it directly.
public protocol __TaskConstant: Sendable {}
