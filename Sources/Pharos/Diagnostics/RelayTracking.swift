import Synchronization

/// Notes which relays are made, for those who asked.
enum RelayTracking {
  /// A Boolean value that indicates whether tracking has ever been asked for.
  private static let isOn = Atomic(false)

  private static let process = Mutex<RelayTracker?>(nil)

  @TaskLocal private static var scoped: RelayTracker?

  /// Notes a core that has just been made, for the process and for the body around.
  ///
  /// Costs one relaxed load while tracking has never been asked for.
  static func didMake(_ node: Node) {
    guard isOn.load(ordering: .relaxed) else { return }
    process.withLock(\.self)?.note(node)
    scoped?.note(node)
  }

  /// The tracker of the process; nothing while tracking is off.
  static var processTracker: RelayTracker? { process.withLock(\.self) }

  /// Begins to note the relays of the process, unless it has begun already.
  static func start() {
    process.withLock { tracker in
      if tracker == nil { tracker = RelayTracker() }
    }
    isOn.store(true, ordering: .relaxed)
  }

  /// Forgets the relays of the process, and notes no more.
  static func stop() {
    process.withLock { $0 = nil }
  }

  /// Notes the relays that a body makes.
  nonisolated(nonsending) static func tracking<Failure: Error>(
    _ tracker: RelayTracker, _ body: nonisolated(nonsending) () async throws(Failure) -> Void
  ) async throws(Failure) {
    isOn.store(true, ordering: .relaxed)
    try await $scoped.withValue(tracker) {
      do throws(Failure) {
        return Result<Void, Failure>.success(try await body())
      } catch {
        return .failure(error)
      }
    }.get()
  }
}

/// The cores that have been made, as long as they live.
final class RelayTracker: Sendable {
  private struct State: Sendable {
    var nodes: [WeakNode] = []
    /// When to look for those that are gone.
    var limit = 64
  }

  private struct WeakNode: Sendable {
    weak let node: Node?
  }

  private let state = Mutex(State())

  /// Notes a core, without keeping it.
  func note(_ node: Node) {
    let entry = WeakNode(node: node)
    state.withLock { state in
      state.nodes.append(entry)
      guard state.nodes.count > state.limit else { return }
      state.nodes.removeAll { $0.node == nil }
      state.limit = max(64, 2 * state.nodes.count)
    }
  }

  /// The cores that are alive, in the order in which they were made.
  var nodes: [Node] {
    // A copy, because looking at a core may be what ends its life.
    state.withLock(\.nodes).compactMap(\.node)
  }
}
