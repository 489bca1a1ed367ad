/// The kind of work of a span.
///
/// The libraries of this package emit the kinds below. You can add your own in an extension:
///
/// ```swift
/// extension TraceKind {
///   static var query: TraceKind { "query" }
/// }
/// ```
///
/// Write these members as computed properties, as above. The compiler then replaces each use with a
/// constant, while a stored `static let` costs a call.
public struct TraceKind: RawRepresentable, Sendable, Hashable {
  /// The name that tools show and use as a filter.
  public let rawValue: String

  /// Creates a kind with this name.
  @inlinable
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// An event, including the callbacks that ran for it.
  @inlinable public static var event: TraceKind { "event" }

  /// A route, including its lookup and its call.
  @inlinable public static var route: TraceKind { "route" }

  /// A task that ran.
  @inlinable public static var task: TraceKind { "task" }

  /// An attempt to run a job of a store.
  @inlinable public static var job: TraceKind { "job" }

  /// A step of a job.
  @inlinable public static var step: TraceKind { "step" }

  /// A change of a relay, including the notification of its observers.
  @inlinable public static var relay: TraceKind { "relay" }

  /// A wire that passed something from one library to another.
  @inlinable public static var wire: TraceKind { "wire" }

  /// An event of the system, such as a launch, a signal or low memory.
  @inlinable public static var lifecycle: TraceKind { "lifecycle" }
}

extension TraceKind: ExpressibleByStringLiteral {
  /// Creates a kind with this name.
  @inlinable
  public init(stringLiteral word: String) {
    self.init(rawValue: word)
  }
}

extension TraceKind: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
