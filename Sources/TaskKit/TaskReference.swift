/// A task that another one depends on: by its type, or by its name.
public struct TaskReference: Sendable {
  enum Target: Sendable {
    case type(any Any.Type)
    case name(String)
  }

  let target: Target

  /// The task that is declared with this type.
  ///
  /// The type stands for itself, whatever it is called.
  public init(_ type: any Any.Type) {
    target = .type(type)
  }

  /// The task of this name.
  public init(_ name: String) {
    target = .name(name)
  }

  /// The task that an element of a list of types and names stands for; nothing if
  /// it is neither.
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

/// A point that is reached when certain tasks are over, and that any code can wait
/// for.
///
/// ```swift
/// extension TaskMilestone {
///   static let firstScreen: TaskMilestone = "firstScreen"
/// }
/// ```
public struct TaskMilestone: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  __TaskConstant
{
  /// The text that distinguishes this milestone from others.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral name: String) {
    rawValue = name
  }
}

extension TaskMilestone: CustomStringConvertible {
  /// The text itself.
  public var description: String { rawValue }
}

/// A type whose values modules declare as constants, for anyone to use.
///
/// In a module that isolates everything to the main actor by default, the members
/// of an extension belong to the main actor too, and a record could not use them.
/// Members of a type that conforms to a `Sendable` protocol do not
/// (https://github.com/swiftlang/swift-evolution/blob/main/proposals/0466-control-default-actor-isolation.md).
///
/// - Warning: It is public only because the types that conform to it are. Do not
///   use it directly.
public protocol __TaskConstant: Sendable {}
