import SectionRegistry
import ToolkitTrace

/// All that the modules of the process share by key.
///
/// - Concurrency: Everything may be called from any thread.
public enum SharedRelays {
  /// The keys of the relays that have been made, in alphabetical order.
  public static var keys: [String] { RelayDirectory.current.keys }

  /// The keys that modules declare with `@RelayKeys`, in order of name, then source location.
  ///
  /// - Complexity: O(*n* log *n*) in the number of declarations.
  public static var declaredKeys: [DeclaredRelayKey] {
    DeclaredRelayKey.declared.all
      .sorted {
        ($0.name, $0.location.fileID, $0.location.line)
          < ($1.name, $1.location.fileID, $1.location.line)
      }
  }

  /// The observers that modules declare, by key, and in the order in which those of
  /// one key are notified.
  ///
  /// One of a key whose relay is never made is ``RegisteredObserver/State/waiting``.
  ///
  /// - Complexity: O(*n*) in the number of declarations.
  public static var observers: [RegisteredObserver] { RelayDirectory.current.registeredObservers }

  /// The keys that were used with two types, by observers or by callers that asked for
  /// the relay.
  ///
  /// Each was reported to ``RelaySettings/errorHandler``, too.
  public static var problems: [ModuleProblem] {
    RelayDirectory.current.problems.map(ModuleProblem.init)
  }

  /// Runs a body in a fresh state, in which no relay of a key has been made.
  ///
  /// Inside, declared observers wait as if the program had just been started, and relays are
  /// made for this state only: tests that run at the same time do not meet.
  ///
  /// Tasks that the body starts belong to it; detached tasks and blocks of queues do not.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declared observer takes part, whose name is that of its
  ///     key; by default all do.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: What the body throws.
  public static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try FreshStates.with(RelayDirectory.fresh(including: isIncluded), body)
  }

  /// Runs an asynchronous body in a fresh state, in which no relay of a key has been made.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declared observer takes part, whose name is that of its
  ///     key; by default all do.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: What the body throws.
  public nonisolated(nonsending) static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await FreshStates.with(RelayDirectory.fresh(including: isIncluded), body)
  }
}

/// A key that a module declares in an extension with `@RelayKeys`.
public struct DeclaredRelayKey: Sendable, Hashable, CustomStringConvertible {
  /// The keys that the modules of this process declare in their binaries.
  static let declared = DeclaredValues(of: .relayKey, evaluate: DeclaredRelayKey.init)

  /// The name of the key.
  public let name: String

  /// The type of the values, such as `Int`.
  public let valueType: String

  /// The source location of its declaration.
  public let location: CodeLocation

  /// Loads a record, which evaluates the key.
  ///
  /// - Returns: `nil` if the record declares something else, which the registry reports.
  init?(_ record: Record) {
    guard let key = record.load(as: UntypedKey.self) else { return nil }
    name = key.name
    valueType = "\(key.valueType)"
    location = CodeLocation(fileID: record.fileID, line: record.line)
  }

  public var description: String { "\(location): key '\(name)' of type '\(valueType)'" }
}
