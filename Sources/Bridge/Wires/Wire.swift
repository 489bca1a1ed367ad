public import ModuleGraph
import Synchronization
import TaskStore
import ToolkitTrace

/// An end of a wire, as data.
public typealias WireEnd = ModuleGraph.Wire.End

/// A connection from a source to a target.
///
/// Dropping the value does *not* cut the wire: most wires live as long as the process. Keep it if
/// you want to ``cancel()`` it.
///
/// - Concurrency: May be used from any thread, including from its target. It carries a value on the
///   thread of the source, without holding a lock.
public final class Wire: Sendable {
  private struct State: Sendable {
    /// Stops the observation of the source.
    ///
    /// Set while the wire is connected.
    var stop: (@Sendable () -> Void)?
    var isCancelled = false
    var latestError: BridgeError?
    /// Adds the job of a durable wire for a published value.
    var addJob: AddJob?
  }

  /// A function that adds the job of a durable wire for a published value, if the wire carries it.
  typealias AddJob = @Sendable (_ value: any Sendable, _ batch: inout JobBatch) throws -> Bool

  /// The source of the wire.
  public let from: WireEnd

  /// The target of the wire.
  public let to: WireEnd

  /// A Boolean value that indicates whether the wire is declared in a binary, not connected at run
  /// time.
  public let isDeclared: Bool

  /// A description of both ends, such as `event userDidLogin -> task RefreshFeed`.
  public let name: String

  /// The source location of the declaration or of the connecting call.
  public let location: CodeLocation
  let isFiltered: Bool
  let isMapped: Bool
  /// The joint of this wire and the wire in the other direction, if two events are joined.
  ///
  /// A value that arrived by one of the wires does not return by the other.
  let joint: WireJoint?

  private let center: BridgeCenter
  private let state = Mutex(State())
  private let carried = Atomic(0)
  /// A Boolean value that indicates whether the job for the next value is already stored.
  private let isPublished = Atomic(false)

  init(
    from: WireEnd, to: WireEnd, location: CodeLocation, isDeclared: Bool, isFiltered: Bool,
    isMapped: Bool, joint: WireJoint?, in center: BridgeCenter
  ) {
    self.from = from
    self.to = to
    self.location = location
    self.isDeclared = isDeclared
    self.isFiltered = isFiltered
    self.isMapped = isMapped
    self.joint = joint
    self.center = center
    name = "\(from) -> \(to)"
  }

  /// The module that declares or connects the wire.
  public var module: String { location.module }

  /// The number of values that the wire has carried.
  public var deliveryCount: Int { carried.load(ordering: .relaxed) }

  /// The latest error, or `nil` if no error has occurred.
  public var latestError: BridgeError? { state.withLock(\.latestError) }

  /// A Boolean value that indicates whether the wire is connected and not cancelled.
  public var isConnected: Bool { state.withLock { $0.stop != nil && !$0.isCancelled } }

  /// Cuts the wire.
  ///
  /// A value that another thread is carrying still arrives. No later value is carried. A second
  /// call has no effect.
  public func cancel() {
    let stop = state.withLock { state in
      state.isCancelled = true
      return state.stop.take()
    }
    stop?()
    center.remove(self)
  }

  // MARK: - Connecting

  /// Stores the closure that stops the observation, or calls it if the wire was cut since.
  func begin(_ stop: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isCancelled { state.stop = stop }
      return state.isCancelled
    }
    if isLate { stop() }
  }

  // MARK: - Publishing

  /// Sets the function that adds the job of a durable wire.
  func setJob(_ addJob: @escaping AddJob) { state.withLock { $0.addJob = addJob } }

  /// Adds the job for a published value, if the wire is durable and carries the value.
  func publish(_ value: any Sendable, to batch: inout JobBatch) throws {
    guard let addJob = state.withLock(\.addJob) else { return }
    let isAdded =
      try Trace.isOn
      ? Trace.span(name, kind: .wire, module: location.module) { try addJob(value, &batch) }
      : addJob(value, &batch)
    if isAdded { carried.wrappingAdd(1, ordering: .relaxed) }
  }

  /// Sets whether the job for the next value is already stored.
  func setPublished(_ isPublished: Bool) {
    self.isPublished.store(isPublished, ordering: .relaxed)
  }

  /// Returns once whether the job for this value is already stored.
  func takePublished() -> Bool { isPublished.exchange(false, ordering: .relaxed) }

  // MARK: - Carrying

  /// Carries a value to the target, as the next hop of the trail.
  ///
  /// It does nothing if the hops form a cycle, or if the value arrived by the other wire of a
  /// joint.
  @usableFromInline
  func carry(_ arrive: () throws -> Void) {
    let trail = HopTrail.current
    guard trail.isEmpty || mayGoOn(after: trail) else { return }
    carried.wrappingAdd(1, ordering: .relaxed)
    let next =
      trail.isEmpty
      ? HopTrail(self)
      : WireCycle.extend(trail, by: self, limit: center.hopLimit)
    do {
      guard Trace.isOn else { return try next.lead(to: arrive) }
      try next.lead {
        try Trace.span(name, kind: .wire, module: location.module) { try arrive() }
      }
    } catch {
      fail(error)
    }
  }

  /// Returns whether a value with these hops may still be carried.
  @inline(never)
  private func mayGoOn(after trail: HopTrail) -> Bool {
    if let joint, let last = trail.hop as? Wire, last !== self, last.joint === joint {
      return false
    }
    guard trail.count >= center.hopLimit,
      !WireCycle.isSlow(trail, beyond: center.harmlessPace)
    else { return true }
    report(.cycle(WireCycle(of: trail, next: self), hops: trail.count))
    return false
  }

  /// Reports that a value did not reach the target.
  func fail(_ error: any Error) {
    report((error as? BridgeError) ?? .failed(self, with: error))
  }

  private func report(_ error: BridgeError) {
    // The replaced error may contain a user's error, and is therefore released outside the lock.
    _ = state.withLock { state in
      let old = state.latestError
      state.latestError = error
      return old
    }
    center.report(error)
  }
}

extension Wire: CustomStringConvertible {
  /// The ends and the source location: `event a -> task B (Feed/Wires.swift:12)`.
  public var description: String { "\(name) (\(location))" }
}

/// An object that two wires share if they join their ends in both directions.
@usableFromInline
final class WireJoint: Sendable {}
