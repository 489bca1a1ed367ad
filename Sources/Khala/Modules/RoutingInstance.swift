import ProcessLifecycle
import Synchronization

/// The instance of a routing class, which its first call creates, or a new instance for each call.
///
/// - Concurrency: May be used from any thread. All callers share a cached instance. The macro
///   allows caching only for classes that are safe to share: `Sendable` classes, actors, and
///   classes of a global actor, which are called on that actor.
final class RoutingInstance: Sendable {
  let record: __KhalaModuleRecord
  /// The closure that creates an instance, on the actor of the class if it has one.
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

  /// The actor of the class, or `nil` if it can be used from any thread.
  var isolation: (any Actor)? { record.isolation }

  /// A Boolean value that indicates whether code of the class may run on the calling thread.
  var isHere: Bool {
    guard let isolation else { return true }
    return isolation === MainActor.shared && ProcessLifecycle.isOnMain
  }

  // MARK: - Keeping it

  /// A Boolean value that indicates whether an instance is cached.
  var isKept: Bool { kept.withLock { $0 != nil } }

  /// Creates and caches an instance, unless one is cached.
  ///
  /// - Returns: Whether an instance is now cached, or `nil` if it can only be created on another
  ///   actor.
  func make() -> Bool? {
    guard record.lifetime == .cached else { return false }
    guard isHere else { return nil }
    _ = current()
    return true
  }

  /// Releases the cached instance.
  ///
  /// - Returns: Whether an instance was cached.
  func drop() -> Bool {
    // Released outside the lock, because its `deinit` may run any code.
    let dropped = kept.withLock { $0.take() }
    return dropped != nil
  }

  /// Returns the cached instance, creating it if necessary, or a new one for each call.
  func current() -> Sent<AnyObject> {
    if record.lifetime == .perCall { return Sent(construct.value()) }
    if let instance = kept.withLock({ $0 }) { return instance }
    // Created outside the lock, because this runs code of the module. If two threads do so at once,
    // the first instance is kept.
    let new = Sent(construct.value())
    return kept.withLock { instance in
      if let instance { return instance }
      instance = new
      return new
    }
  }

  /// Returns the same as ``current()``, running on the actor of the class if it has one.
  nonisolated(nonsending) func currentOnActor() async -> Sent<AnyObject> {
    guard let isolation else { return current() }
    return await current(on: isolation)
  }

  private func current(on actor: isolated any Actor) async -> Sent<AnyObject> {
    current()
  }
}
