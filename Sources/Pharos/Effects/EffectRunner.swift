/// An object that runs the closure of an effect, and observes what the closure reads.
///
/// It adds an observer to every core that the closure has read. The first observer that is notified
/// of a change runs the closure, because all cores have their new values at that time. The other
/// observers find that nothing has changed since that run.
///
/// - Concurrency: Belongs to the code that its effect belongs to.
final class EffectRunner {
  /// A core that the closure has read.
  private struct Watched {
    var dependency: Dependency
    let end: () -> Void
  }

  private let location: CodeLocation
  private let body: (Retainer) -> Void
  private weak let actor: (any Actor)?
  /// A Boolean value that indicates whether the closure belongs to an actor.
  private let hasActor: Bool
  /// Manages everything that belongs to the latest run.
  private let scope = Retainer()
  /// The cores that the closure has read, in order, without duplicates.
  private var watched: [Watched] = []
  private lazy var link = EffectLink(to: self)
  private var isRunning = false
  /// A Boolean value that indicates whether a dependency has changed since the closure read it.
  private var isOverdue = false
  private(set) var hasEnded = false

  init(location: CodeLocation, actor: (any Actor)?, _ body: @escaping (Retainer) -> Void) {
    self.location = location
    self.actor = actor
    hasActor = actor != nil
    self.body = body
  }

  /// Runs the closure, and runs it again as long as a dependency has changed during the run.
  func update() {
    guard !hasEnded else { return }
    isOverdue = true
    guard !isRunning else { return }
    isRunning = true
    let limit = RelaySettings.feedbackLimit
    var count = 0
    while isOverdue, !hasEnded, count < limit {
      count += 1
      isOverdue = false
      transaction { run() }
    }
    let isEndless = isOverdue && !hasEnded
    if isEndless { ignorePendingChanges() }
    isRunning = false
    if hasEnded { untracked { scope.discardAll() } }
    if isEndless {
      RelaySettings.errorHandler(.feedback(through: [location], limit: limit))
    }
  }

  /// Ignores changes that have not been delivered.
  ///
  /// Each change that the closure itself made would run it again, up to the limit.
  private func ignorePendingChanges() {
    for index in watched.indices { watched[index].dependency.skipToLatest() }
  }

  /// Ends the effect.
  ///
  /// If it is running, its scope is discarded after the run.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    let ended = watched
    watched = []
    for watched in ended { watched.end() }
    if !isRunning { untracked { scope.discardAll() } }
  }

  private func run() {
    untracked { scope.discardAll() }
    guard !hasEnded else { return }
    let reads = DeliveryThread.current.reads(of: ObjectIdentifier(self)) { body(scope) }
    if !hasEnded { watch(reads) }
  }

  /// Observes exactly the cores that the closure has read.
  private func watch(_ reads: ContiguousArray<Dependency>) {
    var former: [ObjectIdentifier: Watched] = [:]
    for watched in watched { former[ObjectIdentifier(watched.dependency.node)] = watched }
    watched = []
    var known: Set<ObjectIdentifier> = []
    for dependency in reads {
      let id = ObjectIdentifier(dependency.node)
      // If a core was read twice, the first value counts.
      guard known.insert(id).inserted else { continue }
      let end = former.removeValue(forKey: id)?.end ?? observe(dependency.node)
      watched.append(Watched(dependency: dependency, end: end))
      if dependency.isOutdated { isOverdue = true }
    }
    for watched in former.values { watched.end() }
  }

  private func observe(_ node: Node) -> () -> Void {
    // After the actor is released, the closure cannot run.
    guard !hasActor || actor != nil else { return {} }
    return node.addWatcher(of: link, on: actor) { [weak self] in self?.sourceDidChange() }
  }

  /// Computes the postponed values among the dependencies, up to the first dependency that has
  /// changed.
  ///
  /// Then the closure runs, and may not read the others.
  func pullDependencies(on thread: DeliveryThread) {
    guard !isRunning else { return }
    for watched in watched {
      let node = watched.dependency.node
      _ = unsafe node.derivation?.pullIfPostponed(node, on: thread)
      if watched.dependency.isOutdated { return }
    }
  }

  private func sourceDidChange() {
    if isRunning || watched.contains(where: \.dependency.isOutdated) { update() }
  }
}

/// A reference to an effect, for the observers with which it watches its dependencies.
@usableFromInline
final class EffectLink: @unchecked Sendable {
  // Why this is Sendable: the reference is set once, and is read only by code that may run the
  // effect at that time; see ``AnyObserver/isDirect``.

  private(set) weak var runner: EffectRunner?

  init(to runner: EffectRunner) {
    self.runner = runner
  }
}

extension Dependency {
  /// A Boolean value that indicates whether the core's value differs from the value that was read.
  fileprivate var isOutdated: Bool {
    latest != version
  }

  /// Treats the core's latest value as the value that was read.
  fileprivate mutating func skipToLatest() { version = latest }

  private var latest: UInt { node.latestVersion(delivered: false, watching: false).number }
}

/// Runs a closure whose reads are not dependencies of the surrounding ``Derived`` value or
/// ``Effect``.
///
/// ```swift
/// let greeting = Derived { "\(name), \(untracked { count })" }
/// ```
///
/// The values that the closure reads are up to date. Outside of derived values and effects, this
/// only runs the closure.
///
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
public func untracked<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  guard RelayCapture.isOn else { return try body() }
  let details = unsafe DeliveryThread.current.details
  let outer = unsafe details.pointee.evaluation.frame.isUntracked
  unsafe details.pointee.evaluation.frame.isUntracked = true
  defer { unsafe details.pointee.evaluation.frame.isUntracked = outer }
  return try body()
}

extension Observable {
  /// Reads the value without making a derived value or an effect depend on it.
  public func peek() -> Wrapped { untracked { wrappedValue } }
}

extension ValueRelay {
  /// Reads the value without making a derived value or an effect depend on it.
  public final func peek() -> Value { untracked { currentValue } }
}

extension SharedRelay {
  /// Reads the value without making a derived value or an effect depend on it.
  public func peek() -> Value { untracked { value } }
}

extension Derived {
  /// Reads the value without making another derived value or an effect depend on it.
  public func peek() -> Value { untracked { value } }
}

extension SharedDerived {
  /// Reads the value without making another derived value or an effect depend on it.
  public func peek() -> Value { untracked { value } }
}
