internal import CGround
import Synchronization

/// A thread's state while it delivers changes.
///
/// While it delivers one, whatever its observers change waits: the thread holds
/// a *ticket* for each such change, and delivers them in the order of their
/// tickets when it is done. So an observer never runs inside another, whichever
/// relays they belong to, and no chain of changes deepens the stack.
///
/// - Concurrency: Only used on its own thread.
@safe
@usableFromInline
struct DeliveryThread {
  /// The state that only changes need that meet others.
  @safe
  struct Details: ~Copyable {
    /// The cores that have changed in the present transaction.
    var touched: [Node] = []
    /// The domains with changes to deliver, one entry for each of them.
    var tickets = FirstInFirstOut<Domain>()
    /// Cores whose observers are notified at the end of the present change, in the order in
    /// which they got their new values; each of them retained.
    var changed = unsafe ThreadList<Unmanaged<Node>>()
    /// The cores that have to give their new value to their dependents, in the same order; those
    /// that have done so come first.
    var givers = unsafe ThreadList<Unmanaged<Node>>()
    /// Merges to be computed in the present change.
    var waiting = MergeQueue()
    /// The derived values that wait until others read them in the present wave, each of them
    /// retained; see ``Derivation/postponer``.
    var postponed = unsafe ThreadList<Unmanaged<Node>>()
    /// A Boolean value that indicates whether effects watch some of them.
    var hasEffects = false
    /// The derived values that wait for one of them, with their places among the dependencies.
    var pulls = ThreadList<Derivation.Pull>()
    /// The cores that have been read, or `nil` while reads are not recorded.
    var read: [Node]?
    /// The state of the derived values that are being computed.
    var evaluation = Evaluation()
    /// Objects to release, by the call that began to release such objects.
    var released: ContiguousArray<AnyObject> = []
    var isReleasing = false
    /// Relays that a very long chain of changes runs through.
    var cycle: [CodeLocation] = []
    /// A Boolean value that indicates whether such a chain has been broken.
    var hasFeedback = false
    /// The number of changes made in chains that are not short.
    var chainedCount = 0
    /// A Boolean value that indicates whether another thread made the change being
    /// delivered, or the change that caused it.
    var isServing = false
  }

  // It is safe to use: the memory lives as long as the thread, and the pointer
  // never leaves it.
  private let variable: UnsafeMutablePointer<pharos_thread>

  /// The state of the calling thread.
  @usableFromInline
  static var current: DeliveryThread {
    unsafe DeliveryThread(variable: pharos_current_thread())
  }

  private init(variable: UnsafeMutablePointer<pharos_thread>) {
    unsafe self.variable = variable
  }

  /// The number of the thread in ``Domain/word``: never 0, and even.
  @usableFromInline var id: UInt { unsafe UInt(bitPattern: variable) }

  @usableFromInline var isBusy: Bool {
    get { unsafe variable.pointee.is_busy }
    nonmutating set { unsafe variable.pointee.is_busy = newValue }
  }

  var hasTickets: Bool {
    get { unsafe variable.pointee.has_tickets }
    nonmutating set { unsafe variable.pointee.has_tickets = newValue }
  }

  /// The cause of the change that is being delivered.
  @usableFromInline var cause: Cause {
    get {
      unsafe Cause(
        generation: Int(variable.pointee.generation), write: variable.pointee.write_number)
    }
    nonmutating set {
      unsafe variable.pointee.generation = Int64(newValue.generation)
      unsafe variable.pointee.write_number = newValue.write
    }
  }

  /// Returns the cause of a change that is made now.
  ///
  /// - Parameter write: The number of the change itself.
  /// - Returns: The cause, for when the change is delivered.
  @usableFromInline
  func nextCause(write: UInt64) -> Cause {
    unsafe Cause(
      generation: Int(variable.pointee.generation) + 1, write: write, origin: .current)
  }

  /// Adds what led to a change that is part of a transaction.
  @usableFromInline
  func adopt(_ cause: Cause) {
    self.cause = Cause(generation: max(self.cause.generation, cause.generation))
  }

  /// The ``WriteNumber`` of what led to the change that is being delivered, or 0.
  @usableFromInline var deliveredWrite: UInt64 {
    get { unsafe variable.pointee.write_number }
    nonmutating set { unsafe variable.pointee.write_number = newValue }
  }

  var transactionDepth: Int {
    get { Int(unsafe variable.pointee.transaction_depth) }
    nonmutating set { unsafe variable.pointee.transaction_depth = Int32(newValue) }
  }

  /// The rest, which is made when it is first needed.
  @inline(__always)
  var details: UnsafeMutablePointer<Details> {
    if let memory = unsafe variable.pointee.details {
      return unsafe memory.assumingMemoryBound(to: Details.self)
    }
    return unsafe makeDetails()
  }

  // Not inlined: it would have every function that uses the details save more registers.
  @inline(never)
  private func makeDetails() -> UnsafeMutablePointer<Details> {
    let details = UnsafeMutablePointer<Details>.allocate(capacity: 1)
    unsafe details.initialize(to: Details())
    let isKnown = unsafe pharos_set_details(details) { memory in
      guard let details = unsafe memory?.assumingMemoryBound(to: Details.self) else { return }
      unsafe details.deinitialize(count: 1)
      unsafe details.deallocate()
    }
    precondition(
      isKnown,
      """
      The process has no key left for values of threads, of which the system has a limited number, \
      and a relay needs one. Use fewer of them.
      """)
    return unsafe details
  }

  @usableFromInline var isInTransaction: Bool { transactionDepth > 0 }

  // MARK: Beginning and ending

  /// Becomes the owner of the domain of a core to deliver a change at once, if the domain has no
  /// owner and the thread delivers nothing else.
  ///
  /// - Parameters:
  ///   - node: The core.
  ///   - write: The ``WriteNumber`` of the change, or 0.
  /// - Returns: Whether that was possible.
  @usableFromInline
  func begin(_ node: Node, write: UInt64) -> Bool {
    guard !isBusy, node.exchangeOwner(0, for: id) else { return false }
    isBusy = true
    cause = Cause(write: write)
    return true
  }

  /// Leaves the domain of a core after a change has been delivered, and delivers whatever
  /// came up meanwhile.
  @usableFromInline
  func end(_ node: Node) {
    if !hasTickets, node.exchangeOwner(id, for: 0) {
      isBusy = false
    } else {
      endSlowly(node.domain)
    }
  }

  private func endSlowly(_ domain: Domain) {
    _ = domain.finish(by: self)
    drain()
  }

  /// Notes that the thread is to deliver a change of a domain that it owns.
  func addTicket(for domain: Domain) {
    unsafe details.pointee.tickets.append(domain)
    hasTickets = true
  }

  /// A Boolean value that indicates whether changes that this thread makes now are
  /// caused by another thread's change.
  var isServing: Bool { unsafe details.pointee.isServing }

  /// A Boolean value that indicates whether another thread may continue the delivery.
  ///
  /// Not while this thread counts the changes of a chain to find feedback: each thread counts
  /// for itself.
  var mayLeave: Bool { unsafe details.pointee.chainedCount == 0 }

  /// Delivers changes until there are no tickets left.
  @usableFromInline
  func drain() {
    isBusy = true
    while let domain = unsafe details.pointee.tickets.popFirst() {
      if let entry = domain.next(for: self) {
        unsafe details.pointee.isServing = !entry.isOwn
        entry.deliver(on: self)
        if domain.finish(by: self) { pharos_yield() }
      }
    }
    unsafe details.pointee.isServing = false
    hasTickets = false
    cause = Cause()
    unsafe details.pointee.chainedCount = 0
    if unsafe !details.pointee.cycle.isEmpty { reportFeedback() }
    isBusy = false
  }

  // MARK: One change

  /// Notes that a core has a new value in the present change.
  ///
  /// - Parameters:
  ///   - node: The core.
  ///   - hasDependents: Whether it has to give it to others.
  @usableFromInline
  func add(_ node: Node, hasDependents: Bool) {
    unsafe details.pointee.changed.append(Unmanaged.passRetained(node))
    if hasDependents { addGiver(node) }
  }

  /// Notes that a core which has been added has to give its new value to others.
  @usableFromInline
  func addGiver(_ node: Node) {
    unsafe details.pointee.givers.append(Unmanaged.passUnretained(node))
  }

  /// Notes that a merge has to be computed in the present change.
  @inline(__always)
  @usableFromInline
  func wait(for merge: Node) {
    guard unsafe !merge.isWaiting else { return }
    unsafe merge.isWaiting = true
    unsafe details.pointee.waiting.insert(merge)
  }

  /// Puts the merges to be computed back in order, after levels have grown.
  func sortWaiting() {
    unsafe details.pointee.waiting.sort()
  }

  /// Carries a change through all cores that depend on those which have been
  /// added, and only then tells the observers, so that each of them finds all of
  /// them up to date.
  ///
  /// Merges come last, those with the lowest level first: everything that one
  /// depends on has its new value then.
  ///
  /// - Parameter start: How many of the cores have given their change on already.
  @usableFromInline
  func runWave(from start: Int = 0) {
    let details = unsafe details
    var index = start
    while true {
      while unsafe index < details.pointee.givers.count {
        unsafe details.pointee.givers[index]._withUnsafeGuaranteedRef { node in
          node.operate(node, .push, self)
        }
        index += 1
      }
      guard let merge = unsafe details.pointee.waiting.popFirst() else {
        guard unsafe !details.pointee.postponed.isEmpty, pullForEffects() else { break }
        continue
      }
      // One may have been computed already, for another that has begun to read it.
      guard unsafe merge.isWaiting else { continue }
      unsafe merge.isWaiting = false
      merge.compute(on: self)
    }
    if unsafe !details.pointee.postponed.isEmpty { endPostponing() }
    unsafe details.pointee.givers.removeLast(downTo: 0)
    for index in unsafe 0..<details.pointee.changed.count {
      let node = unsafe details.pointee.changed[index]
      unsafe node._withUnsafeGuaranteedRef { $0.operate($0, .fire, self) }
      unsafe node.release()
    }
    unsafe details.pointee.changed.removeLast(downTo: 0)
  }
}

extension DeliveryThread {
  /// The distance from the limit at which a chain of changes is recorded, to report
  /// afterwards which relays it runs through.
  private static let notedLength = 64

  /// The length of a chain that is not counted among the long ones.
  private static let shortLength = 8
  /// The limit for all long chains together, as a multiple of that for one.
  private static let chainsPerLimit = 4

  /// Returns whether a change that an observer makes is still taken for one that was
  /// meant: neither its chain nor all chains together are too long.
  ///
  /// If not, the change is not delivered, which ends the cycle, and the relays in it
  /// are reported after the lock of this one has been given back.
  @usableFromInline
  func mayGoOn(with node: Node) -> Bool {
    var length = cause.generation
    if length >= Self.shortLength {
      unsafe details.pointee.chainedCount += 1
      length = max(length, unsafe details.pointee.chainedCount / Self.chainsPerLimit)
    }
    let left = RelaySettings.limit.load(ordering: .relaxed) - length
    guard left <= Self.notedLength else { return true }
    note(node)
    guard left <= 0 else { return true }
    unsafe details.pointee.hasFeedback = true
    return false
  }

  private func note(_ node: Node) {
    guard let location = node.origin,
      unsafe details.pointee.cycle.count < Self.notedLength,
      unsafe !details.pointee.cycle.contains(location)
    else { return }
    unsafe details.pointee.cycle.append(location)
  }

  /// Reports a cycle that has been broken.
  func reportFeedback() {
    let cycle = unsafe details.pointee.cycle
    unsafe details.pointee.cycle = []
    guard unsafe details.pointee.hasFeedback else { return }
    unsafe details.pointee.hasFeedback = false
    RelaySettings.errorHandler(.feedback(through: cycle, limit: RelaySettings.feedbackLimit))
  }
}
