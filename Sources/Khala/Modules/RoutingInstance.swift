import ProcessLifecycle
import Synchronization

/// The instance of a routing class, made by its first call; or one for each call.
///
/// - Concurrency: May be used from any thread. An instance that is kept is shared
///   by all callers. The macro lets only such classes be kept as are safe to
///   share: `Sendable` ones, actors, and those of a global actor, which are
///   called on it.
final class RoutingInstance: Sendable {
  let record: __KhalaModuleRecord
  /// Makes an instance; on the actor of the class, if it has one.
  private let construct: Sent<() -> AnyObject>
  private let kept = Mutex<Sent<AnyObject>?>(nil)

  init(of record: __KhalaModuleRecord, _ construct: @escaping () -> AnyObject) {
    self.record = record
    self.construct = Sent(construct)
  }

  /// The name of the class in URLs.
  var name: String { record.name }

  /// The name of the module that declares the class.
  var module: String {
    String(String(reflecting: record.type).prefix { $0 != "." })
  }

  /// The actor that the class belongs to; `nil` if it can be used from anywhere.
  var isolation: (any Actor)? { record.isolation }

  /// A Boolean value that indicates whether code of the class may run on the calling
  /// thread.
  var isHere: Bool {
    guard let isolation else { return true }
    return isolation === MainActor.shared && ProcessLifecycle.isOnMain
  }

  // MARK: - Keeping it

  /// A Boolean value that indicates whether an instance is kept.
  var isKept: Bool { kept.withLock { $0 != nil } }

  /// Makes an instance and keeps it, if there is none.
  ///
  /// - Returns: Whether one is kept afterwards, or `nil` if one can only be made on an actor that
  ///   the caller is not on.
  func make() -> Bool? {
    guard record.lifetime == .cached else { return false }
    guard isHere else { return nil }
    _ = current()
    return true
  }

  /// Releases the instance that is kept.
  ///
  /// - Returns: Whether there was one.
  func drop() -> Bool {
    // Released outside the lock: its `deinit` may run anything.
    let dropped = kept.withLock { $0.take() }
    return dropped != nil
  }

  /// Returns the instance that is kept, made if there is none; or a new one for each
  /// call.
  func current() -> Sent<AnyObject> {
    if record.lifetime == .perCall { return Sent(construct.value()) }
    if let instance = kept.withLock({ $0 }) { return instance }
    // Made outside the lock, since that runs code of the module. Of two threads
    // that do it at once, the first one's stays.
    let new = Sent(construct.value())
    return kept.withLock { instance in
      if let instance { return instance }
      instance = new
      return new
    }
  }

  /// Returns the same from the actor of the class, if it has one.
  nonisolated(nonsending) func currentOnActor() async -> Sent<AnyObject> {
    guard let isolation else { return current() }
    return await current(on: isolation)
  }

  private func current(on actor: isolated any Actor) async -> Sent<AnyObject> {
    current()
  }
}
