import ProcessLifecycle
import SectionRegistry
import Synchronization
import ToolkitTrace

/// The wires of the process or of a fresh state.
///
/// - Concurrency: May be used from any thread. No lock is held while declarations are evaluated,
///   wires are connected, or the error handler runs.
@usableFromInline
final class BridgeCenter: Sendable {
  private struct State: Sendable {
    /// In the order in which they were connected.
    var wires: [Wire] = []
    /// The identifiers of the records whose wires are connected.
    var known: Set<UInt64> = []
    var errorHandler: Bridge.ErrorHandler
    /// The errors of wires that could not be connected.
    var problems: [BridgeError] = []
  }

  private let state: Mutex<State>
  private let limit = Atomic(Bridge.defaultHopLimit)
  /// The harmless pace in milliseconds.
  private let pace = Atomic(1000)

  init(errorHandler: @escaping Bridge.ErrorHandler) {
    state = Mutex(State(errorHandler: errorHandler))
  }

  /// The maximum number of consecutive wires.
  var hopLimit: Int {
    get { limit.load(ordering: .relaxed) }
    set { limit.store(max(2, newValue), ordering: .relaxed) }
  }

  /// The time for half of the hops above which a cycle is not cut.
  ///
  /// Events that repeat slowly are treated as intended.
  var harmlessPace: Duration {
    get { .milliseconds(pace.load(ordering: .relaxed)) }
    set { pace.store(Int(newValue / .milliseconds(1)), ordering: .relaxed) }
  }

  var wires: [Wire] { state.withLock(\.wires) }

  /// The errors of wires that could not be connected.
  var problems: [BridgeError] { state.withLock(\.problems) }

  // MARK: - Connecting

  // Inlinable, so that a wire is compiled for the type of its values.

  /// Connects two ends.
  @inlinable
  func connect<Value>(
    _ source: WireSource<Value>, to target: WireTarget<Value>,
    where isIncluded: (@Sendable (Value) -> Bool)?, _ plan: WirePlan
  ) -> Wire {
    let wire = plan.wire(
      from: source.end, to: target.end, isFiltered: isIncluded != nil, isMapped: false, in: self)
    add(wire) {
      let arrive = try target.connect(wire)
      if let job = target.durableJob {
        return try listen(to: source, by: wire, job, arrive, where: isIncluded) { $0 }
      }
      guard let isIncluded else {
        return try source.listen(wire) { value in wire.carry { try arrive(value) } }
      }
      return try source.listen(wire) { value in
        if isIncluded(value) { wire.carry { try arrive(value) } }
      }
    }
    return wire
  }

  /// Connects two ends, with a function that converts values.
  @inlinable
  func connect<Value, Mapped>(
    _ source: WireSource<Value>, to target: WireTarget<Mapped>,
    where isIncluded: (@Sendable (Value) -> Bool)?,
    map: @escaping @Sendable (Value) throws -> Mapped, _ plan: WirePlan
  ) -> Wire {
    let wire = plan.wire(
      from: source.end, to: target.end, isFiltered: isIncluded != nil, isMapped: true, in: self)
    add(wire) {
      let arrive = try target.connect(wire)
      if let job = target.durableJob {
        return try listen(to: source, by: wire, job, arrive, where: isIncluded, map: map)
      }
      return try source.listen(wire) { value in
        if isIncluded?(value) ?? true { wire.carry { try arrive(try map(value)) } }
      }
    }
    return wire
  }

  /// Adds a wire, and starts to observe its source.
  @usableFromInline
  func add(_ wire: Wire, _ listen: () throws -> @Sendable () -> Void) {
    state.withLock { $0.wires.append(wire) }
    do {
      wire.begin(try listen())
    } catch {
      let problem = BridgeError.notConnected(wire, because: error)
      state.withLock { $0.problems.append(problem) }
      wire.fail(problem)
    }
  }

  func remove(_ wire: Wire) {
    state.withLock { $0.wires.removeAll { $0 === wire } }
  }

  // MARK: - Declarations

  private static let declared = DeclaredValues(of: .wire) { record in
    record.load(as: __DeclaredWire.self).map { (record, $0) }
  }

  /// Connects the declared wires that are not connected yet and satisfy a condition.
  func connectDeclared(including isIncluded: (DeclaredItem) -> Bool = { _ in true }) {
    for (record, wire) in Self.declared.all
    where isIncluded(DeclaredItem(record))
      && state.withLock({ $0.known.insert(record.id).inserted })
    {
      wire.connect(self, record.location)
    }
  }

  // MARK: - Errors

  var errorHandler: Bridge.ErrorHandler {
    get { state.withLock(\.errorHandler) }
    set {
      // Released outside the lock, because it is code of the user.
      var handler = newValue
      state.withLock { swap(&$0.errorHandler, &handler) }
    }
  }

  func report(_ error: BridgeError) {
    errorHandler(error)
  }
}

/// The properties of a wire that is going to be connected.
@usableFromInline
struct WirePlan: Sendable {
  var location: CodeLocation
  var isDeclared = false
  var joint: WireJoint?

  @usableFromInline
  init(location: CodeLocation, isDeclared: Bool = false) {
    self.location = location
    self.isDeclared = isDeclared
  }

  /// Creates the wire.
  @usableFromInline
  func wire(
    from source: WireEnd, to target: WireEnd, isFiltered: Bool, isMapped: Bool,
    in center: BridgeCenter
  ) -> Wire {
    Wire(
      from: source, to: target, location: location, isDeclared: isDeclared, isFiltered: isFiltered,
      isMapped: isMapped, joint: joint, in: center)
  }
}

extension BridgeCenter {
  /// The wires of the process.
  static let process = BridgeCenter(errorHandler: Bridge.writeToStandardError)

  /// The wires of the calling code: of a fresh state around it, or else of the process.
  @usableFromInline static var current: BridgeCenter {
    FreshStates.state(of: BridgeCenter.self) ?? process
  }

  /// Connects the wires of the process, and later the wires of each library that is opened.
  static func beginInProcess() {
    guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
    SectionRegistry.onChange { added in
      if added.contains(where: { $0.kind == .wire }) { process.connectDeclared() }
    }
    process.connectDeclared()
  }

  private static let hasBegun = Atomic(false)
}

// Bridge learns about the launch without a call from the app. It uses records, like any other
// module. Their priority is higher than RheaTime's, so that wires are connected before its
// callbacks run.

#record("life", key: "premain", as: LifecycleDeclaration.self, priority: 100) {
  .beforeMain { BridgeCenter.beginInProcess() }
}

// In a program with a statically linked standard library, almost nothing can be done before `main`.
#record("life", key: "willFinishLaunching", as: LifecycleDeclaration.self, priority: 100) {
  .listener { _ in BridgeCenter.beginInProcess() }
}

extension Bridge {
  static let writeToStandardError: ErrorHandler = { error in
    StandardError.report(error, source: "Bridge")
  }
}
