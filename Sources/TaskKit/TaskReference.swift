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
