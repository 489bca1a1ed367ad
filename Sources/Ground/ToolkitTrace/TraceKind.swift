/// The kind of work of a span.
///
/// The vocabulary is open. The members here are what the libraries of this
/// package emit; add your own in an extension:
///
/// ```swift
/// extension TraceKind {
///   static var query: TraceKind { "query" }
/// }
/// ```
///
/// Write such members as computed properties, as above: the compiler then
/// turns each use into a constant, where a stored `static let` costs a call.
public struct TraceKind: RawRepresentable, Sendable, Hashable {
  /// The word that tools show and filter by.
  public let rawValue: String

  /// Makes the kind with this word.
  @inlinable
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A moment that was announced, and the callbacks that ran for it.
  @inlinable public static var event: TraceKind { "event" }

  /// A route that was looked up and called.
  @inlinable public static var route: TraceKind { "route" }

  /// A task that ran.
  @inlinable public static var task: TraceKind { "task" }

  /// An attempt of a job that a store keeps.
  @inlinable public static var job: TraceKind { "job" }

  /// A value that changed, and the observers that were notified.
  @inlinable public static var relay: TraceKind { "relay" }

  /// A wire that carried something from one library to another.
  @inlinable public static var wire: TraceKind { "wire" }

  /// An event of the system: launch, signal, low memory.
  @inlinable public static var lifecycle: TraceKind { "lifecycle" }
}

extension TraceKind: ExpressibleByStringLiteral {
  /// Makes the kind with the word written in the source.
  @inlinable
  public init(stringLiteral word: String) {
    self.init(rawValue: word)
  }
}

extension TraceKind: CustomStringConvertible {
  /// The word itself.
  public var description: String { rawValue }
}
