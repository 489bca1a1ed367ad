import SectionRegistry
import ToolkitTrace

/// The relays, keys and observers that modules of the process share.
///
/// - Concurrency: All members may be used from any thread.
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

  /// The observers that modules declare, ordered by key, and within a key in the order in which
  /// they are notified.
  ///
  /// As long as the relay of a key has not been made, its observers are
  /// ``RegisteredObserver/State/waiting``.
  ///
  /// - Complexity: O(*n*) in the number of declarations.
  public static var observers: [RegisteredObserver] { RelayDirectory.current.registeredObservers }

  /// The problems with keys that were used with two types, by observers or by callers that
  /// requested the relay.
  ///
  /// Each of them was also reported to ``RelaySettings/errorHandler``.
  public static var problems: [ModuleProblem] {
    RelayDirectory.current.problems.map(ModuleProblem.init)
  }

  /// Runs a closure in a fresh state, in which no relay of a key has been made.
  ///
  /// Inside, declared observers wait as if the program had just been started, and relays are made
  /// for this state only. So tests that run at the same time do not share relays.
  ///
  /// Tasks that `body` starts use the same state. Detached tasks and blocks on dispatch queues do
  /// not.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declared observer is used. The name of the item is the
  ///     observer's key. By default, all observers are used.
  ///   - body: The closure to run.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public static func withFreshState<Success, Failure: Error>(
    including isIncluded: @escaping @Sendable (DeclaredItem) -> Bool = { _ in true },
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try FreshStates.with(RelayDirectory.fresh(including: isIncluded), body)
  }

  /// Runs an asynchronous closure in a fresh state, in which no relay of a key has been made.
  ///
  /// - Parameters:
  ///   - isIncluded: Returns whether a declared observer is used. The name of the item is the
  ///     observer's key. By default, all observers are used.
  ///   - body: The closure to run.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
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

  /// The names of the key in earlier builds.
  let formerNames: [String]

  /// Loads a record, which evaluates the key.
  ///
  /// - Returns: `nil` if the record declares something else, which the registry reports.
  init?(_ record: Record) {
    guard let key = record.load(as: UntypedKey.self) else { return nil }
    name = key.name
    formerNames = key.formerNames
    valueType = "\(key.valueType)"
    location = CodeLocation(fileID: record.fileID, line: record.line)
  }

  public var description: String { "\(location): key '\(name)' of type '\(valueType)'" }
}
