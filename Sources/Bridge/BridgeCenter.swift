import ProcessLifecycle
import SectionRegistry
import Synchronization
import ToolkitTrace

/// The wires of one world: of the process, or of a test.
///
/// - Concurrency: May be used from any thread. No lock is held while declarations are
///   evaluated, wires are connected, or the error handler runs.
@usableFromInline
final class BridgeCenter: Sendable {
  private struct State: Sendable {
    /// In the order in which they were connected.
    var wires: [Wire] = []
    /// The records whose wires are among them.
    var known: Set<UInt64> = []
    var errorHandler: Bridge.ErrorHandler
    /// The errors of wires that could not be connected.
    var problems: [BridgeError] = []
  }

  private let state: Mutex<State>
  private let limit = Atomic(Bridge.defaultHopLimit)
  /// In milliseconds, which is fine enough.
  private let pace = Atomic(1000)

  init(errorHandler: @escaping Bridge.ErrorHandler) {
    state = Mutex(State(errorHandler: errorHandler))
  }

  /// The number of wires that may lead to each other.
  var hopLimit: Int {
    get { limit.load(ordering: .relaxed) }
    set { limit.store(max(2, newValue), ordering: .relaxed) }
  }

  /// Cycles that take longer than this for half of the hops are harmless: what happens
  /// again and again at its own pace is no mistake.
  var harmlessPace: Duration {
    get { .milliseconds(pace.load(ordering: .relaxed)) }
    set { pace.store(Int(newValue / .milliseconds(1)), ordering: .relaxed) }
  }

  var wires: [Wire] { state.withLock(\.wires) }

  /// The errors of wires that could not be connected.
  var problems: [BridgeError] { state.withLock(\.problems) }

  // MARK: - Connecting

  // Inlined, for a wire to be compiled for the type of what it carries.

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
      guard let isIncluded else {
        return try source.listen(wire) { value in wire.carry { try arrive(value) } }
      }
      return try source.listen(wire) { value in
        if isIncluded(value) { wire.carry { try arrive(value) } }
      }
    }
    return wire
  }

  /// Connects two ends with a function between them.
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
      return try source.listen(wire) { value in
        if isIncluded?(value) ?? true { wire.carry { try arrive(try map(value)) } }
      }
    }
    return wire
  }

  /// Notes a wire, and begins to listen for it.
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

  /// Connects the wires that binaries declare, that are not connected yet, and that satisfy a
  /// condition.
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
      // Released outside the lock, like everything of the user's.
      var handler = newValue
      state.withLock { swap(&$0.errorHandler, &handler) }
    }
  }

  func report(_ error: BridgeError) {
    errorHandler(error)
  }
}

/// A plan by which a wire is connected.
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

  /// Makes the wire.
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

  /// The wires of the code that asks: those of a test around it, or else the process's.
  @usableFromInline static var current: BridgeCenter {
    FreshStates.state(of: BridgeCenter.self) ?? process
  }

  /// Connects the wires of the process, and those of libraries when they come.
  static func beginInProcess() {
    guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
    SectionRegistry.onChange { added in
      if added.contains(where: { $0.kind == .wire }) { process.connectDeclared() }
    }
    process.connectDeclared()
  }

  private static let hasBegun = Atomic(false)
}

// How Bridge learns of the launch without a call from the app: records, like those of any
// other module. Of a higher priority than RheaTime's, so that wires are there when its
// callbacks run.

#record("life", key: "premain", as: LifecycleDeclaration.self, priority: 100) {
  .beforeMain { BridgeCenter.beginInProcess() }
}

// In a program with the standard library linked in, next to nothing may be done before
// `main`.
#record("life", key: "willFinishLaunching", as: LifecycleDeclaration.self, priority: 100) {
  .listener { _ in BridgeCenter.beginInProcess() }
}

extension Bridge {
  static let writeToStandardError: ErrorHandler = { error in
    StandardError.report(error, source: "Bridge")
  }
}
