public import ModuleGraph
import Synchronization
import ToolkitTrace

/// One end of a wire, as data.
public typealias WireEnd = ModuleGraph.Wire.End

/// A connection from something that happens to something that is done.
///
/// Dropping the value does *not* cut the wire: most live as long as the process. Keep it
/// if you want to ``cancel()``.
///
/// - Concurrency: May be used from any thread, also by what it leads to. A value is carried
///   on the thread on which its source comes with it; no lock is held meanwhile.
public final class Wire: Sendable {
  private struct State: Sendable {
    /// Ends the listening; there while the wire is connected.
    var stop: (@Sendable () -> Void)?
    var isCancelled = false
    var latestError: BridgeError?
  }

  /// The source of the wire.
  public let from: WireEnd

  /// The target of the wire.
  public let to: WireEnd

  /// A Boolean value that indicates whether a module declares it in its binary, rather
  /// than connecting it at run time.
  public let isDeclared: Bool

  /// The ends in words: `event userDidLogin -> task RefreshFeed`.
  public let name: String

  /// The source location of the declaration or of the connecting call.
  public let location: CodeLocation
  let isFiltered: Bool
  let isMapped: Bool
  /// The wire in the other direction, of two that join their ends: what came by one does
  /// not go back by the other.
  let joint: WireJoint?

  private let center: BridgeCenter
  private let state = Mutex(State())
  private let carried = Atomic(0)

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

  /// The module that declares or connects it.
  public var module: String { location.module }

  /// The number of values that it has carried.
  public var deliveryCount: Int { carried.load(ordering: .relaxed) }

  /// The latest error, if there was one.
  public var latestError: BridgeError? { state.withLock(\.latestError) }

  /// A Boolean value that indicates whether values still go through.
  public var isConnected: Bool { state.withLock { $0.stop != nil && !$0.isCancelled } }

  /// Cuts the wire.
  ///
  /// A value that is under way on another thread arrives; none is carried later.
  /// Cancelling twice does nothing.
  public func cancel() {
    let stop = state.withLock { state in
      state.isCancelled = true
      return state.stop.take()
    }
    stop?()
    center.remove(self)
  }

  // MARK: - Connecting

  /// Begins to listen to the source, unless the wire was cut meanwhile.
  func begin(_ stop: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isCancelled { state.stop = stop }
      return state.isCancelled
    }
    if isLate { stop() }
  }

  // MARK: - Carrying

  /// Does what the wire leads to, as its next hop.
  ///
  /// Not if the hops go in a cycle, or if the value came by the other half of a joint.
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

  /// Returns whether a value may still be carried that came by these hops.
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

  /// Notes that a value did not arrive.
  func fail(_ error: any Error) {
    report((error as? BridgeError) ?? .failed(self, with: error))
  }

  private func report(_ error: BridgeError) {
    // What is replaced may be a user's error: released outside the lock.
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

/// An object that two wires share which join their ends in both directions.
@usableFromInline
final class WireJoint: Sendable {}
