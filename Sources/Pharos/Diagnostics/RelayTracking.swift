import Synchronization

/// The recording of which relays are made.
enum RelayTracking {
  /// A Boolean value that indicates whether tracking has ever been started.
  private static let isOn = Atomic(false)

  private static let process = Mutex<RelayTracker?>(nil)

  @TaskLocal private static var scoped: RelayTracker?

  /// Records a new core, for the process and for the surrounding closure of ``tracking(_:_:)``.
  ///
  /// Costs one relaxed load if tracking has never been started.
  static func didMake(_ node: Node) {
    guard isOn.load(ordering: .relaxed) else { return }
    process.withLock(\.self)?.note(node)
    scoped?.note(node)
  }

  /// The tracker of the process, or `nil` while tracking is off.
  static var processTracker: RelayTracker? { process.withLock(\.self) }

  /// Starts to record the relays of the process, unless that was done before.
  static func start() {
    process.withLock { tracker in
      if tracker == nil { tracker = RelayTracker() }
    }
    isOn.store(true, ordering: .relaxed)
  }

  /// Stops recording the relays of the process, and removes the records.
  static func stop() {
    process.withLock { $0 = nil }
  }

  /// Records the relays that a closure makes.
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

/// The living cores that were made while tracking was on.
final class RelayTracker: Sendable {
  private struct State: Sendable {
    var nodes: [WeakNode] = []
    /// The number of entries above which entries of released cores are removed.
    var limit = 64
  }

  private struct WeakNode: Sendable {
    weak let node: Node?
  }

  private let state = Mutex(State())

  /// Records a core, and holds it weakly.
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
    // A copy, because releasing a core under the lock could run other code.
    state.withLock(\.nodes).compactMap(\.node)
  }
}
