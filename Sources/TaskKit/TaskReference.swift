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
}

extension TaskReference: ExpressibleByStringLiteral {
  public init(stringLiteral name: String) {
    self.init(name)
  }
}
