public import Synchronization

/// The order of the changes of connected relays.
///
/// A relay starts with a domain of its own, in which the relays mapped from it live too. Merging
/// relays unites their domains. One thread at a time delivers the changes of a domain: its *owner*.
/// A thread that changes a relay becomes the owner if the domain has none and the thread delivers
/// nothing else. It then delivers the change at once, with all that follows from it. In every
/// other case the change is queued here, and the owner delivers it in its turn.
///
/// Other threads cannot keep the owner busy for ever. Once it has delivered its own changes,
/// the changes caused by them and ``limit`` changes of other threads, it *offers* the domain
/// between two changes. The next thread that changes a relay of an offered domain becomes its
/// owner. If no thread does, the owner takes the domain back and continues. So queued changes
/// always have a thread that delivers them, and no thread waits for another.
///
/// Rejected:
/// * A lock around each delivery. A thread would wait for observers of another, and two relays
///   whose observers set each other on two threads would wait for ever.
/// * A queue for each thread. Two threads would deliver changes of one relay in different orders.
/// * An owner for each relay, so that relays which only have observers need no domain. Each change
///   then costs 10 ns less, but the owners of a relay and of its domain guard the same observers:
///   every step has to ask both, and snapshots have to outlive their replacement by hand.
/// * One domain for all relays. Threads that change unrelated relays would wait for each other.
///
/// - Concurrency: All methods may be called from any thread.
@safe
@usableFromInline
final class Domain: Sendable {
  // It is safe to use: `successor` is set once, holds a reference of its own, and releases it in
  // `deinit`.

  /// The owner of the domain.
  ///
  /// It is one of:
  /// * 0 if the domain has no owner
  /// * ``absorbed`` if the domain has become part of another
  /// * the number of the owning thread, with ``work`` added if the thread must check ``state``
  ///   before it leaves
  /// * ``work`` alone while the owner offers the domain
  ///
  /// While no other thread uses the domain, a change needs no more than this word.
  @usableFromInline let word = Atomic<UInt>(0)

  /// Marks a domain that has work for its owner.
  private static let work: UInt = 1
  /// Marks a domain that has become part of ``successor``.
  private static let absorbed: UInt = 2

  /// The number of other threads' changes that an owner delivers before it offers the domain.
  private static let limit = 64

  /// The content of a queued change.
  @usableFromInline
  enum Change: @unchecked Sendable {
    // Why this is Sendable: the closure runs once, where the domain's changes are
    // delivered.

    /// The first change that is queued in a core.
    case first(of: Node)
    /// The call of a closure.
    case job((DeliveryThread) -> Void)
  }

  /// A queued change.
  struct Entry: Sendable {
    let change: Change
    /// A Boolean value that indicates whether the owner made the change, or made the change that
    /// caused it.
    let isOwn: Bool

    func deliver(on thread: DeliveryThread) {
      switch change {
      case .first(let node): node.operate(node, .deliver, thread)
      case .job(let body):
        thread.cause = Cause()
        body(thread)
      }
    }
  }

  private struct State: ~Copyable, Sendable {
    /// The queued changes.
    var queue = FirstInFirstOut<Entry>()
    /// The minimum number of queued changes for which the owner has tickets.
    var ticketCount = 0
    /// The number of queued changes that are the owner's own.
    var ownCount = 0
    /// The number of other threads' changes that the owner has delivered.
    var servedCount = 0
    /// The last thread to offer the domain, which takes it back if no other takes it.
    var offerer: UInt = 0
    /// Owners of domains that were absorbed while they delivered.
    ///
    /// Nothing new is delivered until all but one have left.
    var otherOwners: [UInt] = []
    /// The length of the longest chain of absorbed domains that ends here.
    var rank = 0
  }

  private let state = Mutex(State())

  /// The domain of which this has become a part, retained; set once.
  private let successor = unsafe Atomic<Unmanaged<Domain>?>(nil)

  @usableFromInline
  init() {}

  deinit {
    unsafe successor.load(ordering: .acquiring)?.release()
  }

  /// The domain that this is part of, which is itself unless relays were merged.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of domains united.
  @usableFromInline
  var root: Domain { unsafe keptRoot.takeUnretainedValue() }

  /// The root, without reference counting, because each domain keeps its successor alive.
  var keptRoot: Unmanaged<Domain> {
    var domain = unsafe Unmanaged.passUnretained(self)
    while let next = unsafe domain._withUnsafeGuaranteedRef({
      unsafe $0.successor.load(ordering: .acquiring)
    }) {
      unsafe domain = next
    }
    return unsafe domain
  }

  /// Replaces the owner of the root domain if it is `owner`.
  ///
  /// - Returns: Whether the owner was replaced.
  @inline(__always)
  func exchangeOwner(_ owner: UInt, for other: UInt) -> Bool {
    // The word of an absorbed domain is not the number of a thread.
    let (exchanged, found) = word.compareExchange(
      expected: owner, desired: other, ordering: .acquiringAndReleasing)
    return exchanged || found == Self.absorbed && exchangeOwnerOfRoot(owner, for: other)
  }

  private func exchangeOwnerOfRoot(_ owner: UInt, for other: UInt) -> Bool {
    unsafe keptRoot._withUnsafeGuaranteedRef {
      $0.word.compareExchange(
        expected: owner, desired: other, ordering: .acquiringAndReleasing
      ).exchanged
    }
  }

  private var isRoot: Bool { unsafe successor.load(ordering: .acquiring) == nil }

  /// Runs a closure with the root domain, under its lock.
  private func withRoot<Result>(_ body: (Domain, inout State) -> Result) -> Result {
    while true {
      let result = unsafe keptRoot._withUnsafeGuaranteedRef { root -> Result? in
        root.state.withLock { state in root.isRoot ? body(root, &state) : nil }
      }
      if let result { return result }
    }
  }

  // MARK: Changes

  /// Queues a change.
  ///
  /// A thread that delivers changes of another domain does not take an offered one: its
  /// queued changes would wait for that delivery to end.
  ///
  /// - Returns: Whether the calling thread owns the domain, and so got a ticket for the change.
  @usableFromInline
  @discardableResult
  func enqueue(_ change: Change, by thread: DeliveryThread) -> Bool {
    withRoot { root, state in
      var word = root.word.load(ordering: .relaxed)
      var owner: UInt
      while true {
        let isFree = word == 0 || word == Self.work && !thread.isBusy
        owner = isFree ? thread.id : word & ~Self.work
        let (exchanged, found) = root.word.compareExchange(
          expected: word, desired: owner | Self.work, ordering: .acquiringAndReleasing)
        if exchanged { break }
        word = found
      }
      let isOurs = owner == thread.id
      let isTaken = isOurs && word == Self.work
      let isOwn = isOurs && !isTaken && !thread.isServing
      state.queue.append(Entry(change: change, isOwn: isOwn))
      guard isOurs else { return false }
      if word == 0 || isTaken {
        state.ticketCount = 0
        state.servedCount = 0
      }
      if isOwn { state.ownCount += 1 }
      state.ticketCount += 1
      thread.addTicket(for: root)
      return true
    }
  }

  /// Runs a closure as a separate change, on the thread that delivers the changes.
  ///
  /// It runs after the changes that were queued before it, and before the changes that are queued
  /// after it. If this thread and the domain are idle, it runs before this returns.
  @usableFromInline
  func run(_ body: @escaping (DeliveryThread) -> Void) {
    let thread = DeliveryThread.current
    if enqueue(.job(body), by: thread), !thread.isBusy { thread.drain() }
  }

  /// Removes and returns the first change, in exchange for a ticket.
  ///
  /// - Returns: The change, or `nil` if another thread delivers it.
  func next(for thread: DeliveryThread) -> Entry? {
    withRoot { root, state in
      guard root.isOwned(by: thread) || root.takeBack(state, by: thread) else {
        state.otherOwners.removeAll { $0 == thread.id }
        return nil
      }
      guard !root.handOver(&state) else { return nil }
      guard let entry = state.queue.popFirst() else {
        // A ticket from before the domain was handed over.
        root.word.store(0, ordering: .releasing)
        return nil
      }
      state.ticketCount = max(0, state.ticketCount - 1)
      if entry.isOwn { state.ownCount -= 1 } else { state.servedCount += 1 }
      return entry
    }
  }

  /// Ends the delivery of a change.
  ///
  /// The thread leaves the domain if nothing is queued. Otherwise it takes a ticket for the changes
  /// that other threads have queued, and may offer the domain.
  ///
  /// - Returns: Whether the caller should yield, so that another thread can accept the offer. This
  ///   is `true` each time the number of delivered changes of other threads reaches a power of two.
  func finish(by thread: DeliveryThread) -> Bool {
    withRoot { root, state in
      guard root.isOwned(by: thread) else {
        state.otherOwners.removeAll { $0 == thread.id }
        return false
      }
      guard !root.handOver(&state) else { return false }
      guard !state.queue.isEmpty else {
        // No thread can queue a change while the lock is held.
        root.word.store(0, ordering: .releasing)
        return false
      }
      if state.ticketCount == 0 {
        state.ticketCount = 1
        thread.addTicket(for: root)
      }
      guard state.ownCount == 0, state.servedCount >= Self.limit, thread.mayLeave else {
        return false
      }
      // This thread's ticket brings it back if no other thread takes the domain.
      state.ticketCount = 0
      state.offerer = thread.id
      root.word.store(Self.work, ordering: .releasing)
      return state.servedCount & (state.servedCount - 1) == 0
    }
  }

  /// Makes a thread the owner again of a domain that it has offered.
  ///
  /// - Returns: `false` if another thread has taken the domain.
  private func takeBack(_ state: borrowing State, by thread: DeliveryThread) -> Bool {
    guard state.offerer == thread.id else { return false }
    return word.compareExchange(
      expected: Self.work, desired: thread.id | Self.work, ordering: .acquiringAndReleasing
    ).exchanged
  }

  private func isOwned(by thread: DeliveryThread) -> Bool {
    word.load(ordering: .acquiring) & ~Self.work == thread.id
  }

  /// A Boolean value that indicates whether several threads still deliver changes that they started
  /// before their domains were united.
  var isCrowded: Bool { withRoot { _, state in !state.otherOwners.isEmpty } }

  /// Returns whether a thread owns the domain, and no other thread still delivers a change that it
  /// started before its domain became part of this one.
  func isOwnedAlone(by thread: DeliveryThread) -> Bool {
    withRoot { root, state in root.isOwned(by: thread) && state.otherOwners.isEmpty }
  }

  /// Passes the domain on to another owner, if one is left.
  private func handOver(_ state: inout State) -> Bool {
    guard let other = state.otherOwners.popLast() else { return false }
    state.ticketCount = 0
    word.store(other | Self.work, ordering: .releasing)
    return true
  }

  // MARK: Uniting

  /// Unites two domains.
  ///
  /// - Returns: The root of both.
  @usableFromInline
  static func unite(_ one: Domain, _ other: Domain) -> Domain {
    while true {
      let (one, other) = (one.root, other.root)
      if one === other { return one }
      let isOrdered = ObjectIdentifier(one) < ObjectIdentifier(other)
      let (first, second) = isOrdered ? (one, other) : (other, one)
      let united: Domain? = first.state.withLock { firstState in
        second.state.withLock { secondState in
          guard first.isRoot, second.isRoot else { return nil }
          if firstState.rank < secondState.rank {
            second.absorb(first, state: &secondState, other: &firstState)
            return second
          }
          first.absorb(second, state: &firstState, other: &secondState)
          return first
        }
      }
      if let united { return united }
    }
  }

  private func absorb(_ domain: Domain, state: inout State, other: inout State) {
    if state.rank == other.rank { state.rank += 1 }
    // From here on, the owner of the absorbed domain must check the state before it leaves.
    let found = domain.word.exchange(Self.absorbed, ordering: .acquiringAndReleasing)
    let incoming = found & ~Self.work
    unsafe domain.successor.store(Unmanaged.passRetained(self), ordering: .releasing)
    while let entry = other.queue.popFirst() { state.queue.append(entry) }
    state.ownCount += other.ownCount
    // Nothing is queued in a domain without an owner, unless it is offered.
    guard found != 0 else { return }

    var word = word.load(ordering: .relaxed)
    while true {
      let owner = word & ~Self.work == 0 ? incoming : word
      let (exchanged, latest) = self.word.compareExchange(
        expected: word, desired: owner | Self.work, ordering: .acquiringAndReleasing)
      guard !exchanged else { break }
      word = latest
    }
    // If both domains were offered, one of the two threads must come back.
    if found == Self.work, word == 0 { state.offerer = other.offerer }
    guard incoming != 0 else { return }
    let owner = word & ~Self.work
    if owner == 0 || owner == incoming {
      state.ticketCount += other.ticketCount
      state.otherOwners += other.otherOwners
    } else {
      state.otherOwners += [incoming] + other.otherOwners
    }
    // A thread may own several domains: the domain of the change that it delivers, and others with
    // queued changes. It must not wait for itself to leave.
    let final = self.word.load(ordering: .relaxed) & ~Self.work
    var known: Set<UInt> = [final]
    state.otherOwners.removeAll { !known.insert($0).inserted }
  }
}
