/// A routing class as the rest of Khala sees it, whatever its Swift type.
///
/// - Concurrency: May be used from any thread.
protocol RoutingClass: AnyObject, Sendable {
  /// The name in URLs.
  var name: String { get }

  /// What can be called, in the order of the source.
  var functions: [RoutingFunction] { get }

  /// Whether it conforms to ``KhalaProtocol``.
  var isRegisteredInBatches: Bool { get }

  /// Whether an instance is kept.
  var isCached: Bool { get }

  /// Makes an instance and keeps it, if there is none.
  ///
  /// - Returns: Whether one is kept afterwards.
  /// - Throws: If one can only be made on an actor that the caller is not on.
  func makeInstance() throws(RoutingFailure) -> Bool

  /// Lets go of the instance that is kept.
  ///
  /// - Returns: Whether there was one.
  func dropInstance() -> Bool

  /// Calls a function and returns what it does.
  ///
  /// - Throws: What the function throws, or ``RoutingFailure`` if that cannot be
  ///   done without waiting.
  func call(_ function: Int, with arguments: __KhalaArguments) throws -> Any?

  /// Calls a function where it belongs, and waits for it.
  nonisolated(nonsending) func callAsync(
    _ function: Int, with arguments: sending __KhalaArguments
  ) async throws -> sending Any?
}

/// One function of a routing class.
struct RoutingFunction: Sendable, Hashable {
  let name: String
  let parameters: [__KhalaParameter]
  /// Whether it suspends or belongs to an actor.
  let isAsync: Bool

  /// How many closures it takes.
  var closureCount: Int { parameters.count { $0 == .closure } }

  /// How it is written in messages: `server(value:name:)`.
  var signature: String {
    let labels = parameters.map { parameter in
      switch parameter {
      case .info: "info:"
      case .closure: "closure:"
      case .value(let name, _, _): "\(name):"
      }
    }
    return labels.isEmpty ? name : "\(name)(\(labels.joined()))"
  }
}

/// Why a function was not called.
enum RoutingFailure: Error {
  /// It has to be waited for.
  case needsAsync
}
