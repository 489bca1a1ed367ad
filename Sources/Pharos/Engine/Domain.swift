public import Synchronization

/// Relays that are connected, and whose changes therefore come one after the
/// other.
///
/// A relay begins with a domain of its own, in which what is mapped from it lives
/// too; merging relays unites their domains. One thread at a time delivers the
/// changes of a domain, its *owner*. Whoever changes a relay whose domain has an
/// owner queues the change and leaves.
///
/// So that other threads cannot keep the owner for ever, it *offers* the domain between
/// two changes, once it has delivered its own, what came of them, and as many of others
/// as ``limit`` says. The next thread that changes a relay while the domain is on offer
/// owns it from then on; if there is none, its owner takes it back and goes on. So there
/// is always a thread that delivers what is queued, and no other waits for it.
///
/// - Concurrency: All methods may be called from any thread.
@safe
@usableFromInline
final class Domain: Sendable {
  // It is safe to use: `successor` is set once, holds a reference of its own, and
  // gives it back at the end.

  /// Who owns the domain: 0 for nobody, ``absorbed`` if it has become part of
  /// another, or else the owner, with ``work`` added where it must not leave
  /// without a look at ``state``; ``work`` alone if its owner offers it to others.
  ///
  /// While nobody else wants anything of the domain, this word is all that a
  /// change costs.
  @usableFromInline let word = Atomic<UInt>(0)

  /// Marks a domain that has work for its owner.
  private static let work: UInt = 1
  /// Marks a domain that has become part of ``successor``.
  private static let absorbed: UInt = 2

  /// How many changes of others an owner delivers before it offers the domain.
  private static let limit = 64

  /// A change that waits.
  struct Entry: Sendable {
    /// The core that changes.
    let node: Node
    /// Whether the owner made it, or an observer while the owner delivered such a change.
    let isOwn: Bool
  }

  private struct State: Sendable {
    /// What waits.
    var queue = FirstInFirstOut<Entry>()
    /// For how many of them the owner has a ticket, at least.
    var ticketCount = 0
    /// How many of them are the owner's own.
    var ownCount = 0
    /// How many changes of others the owner has delivered.
    var servedCount = 0
    /// The thread that has offered the domain last, and takes it back if no other comes.
    var offerer: UInt = 0
    /// Owners of domains that were absorbed while they delivered.
    ///
    /// Nothing new is delivered until all but one have left.
    var otherOwners: [UInt] = []
    /// The length of the longest chain of absorbed domains that ends here.
    var rank = 0
  }

  private let state = Mutex(State())

  /// The domain that this has become part of, retained; set once.
  private let successor = unsafe Atomic<Unmanaged<Domain>?>(nil)

  @usableFromInline
  init() {}

  deinit {
    unsafe successor.load(ordering: .acquiring)?.release()
  }

  /// The domain that this is part of: itself, unless relays were merged.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of domains united.
  @usableFromInline
  var root: Domain {
    var domain = self
    while let next = unsafe domain.successor.load(ordering: .acquiring) {
      domain = unsafe next.takeUnretainedValue()
    }
    return domain
  }

  private var isRoot: Bool { unsafe successor.load(ordering: .acquiring) == nil }

  /// Locks the domain that this is part of.
  private func withRoot<Result>(_ body: (Domain, inout State) -> Result) -> Result {
    while true {
      let root = root
      let result: Result? = root.state.withLock { state in
        root.isRoot ? body(root, &state) : nil
      }
      if let result { return result }
    }
  }

  // MARK: Changes

  /// Queues a change of a core.
  ///
  /// A thread that is at something else takes no domain that is on offer: it would keep
  /// what others have queued waiting.
  ///
  /// - Parameters:
  ///   - node: The core.
  ///   - isForeign: Whether another thread has made the change.
  ///   - thread: The calling thread.
  /// - Returns: Whether the calling thread owns the domain, and so has got a
  ///   ticket for it.
  @usableFromInline
  func enqueue(_ node: Node, isForeign: Bool = false, by thread: DeliveryThread) -> Bool {
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
      let isOwn = isOurs && !isTaken && !isForeign && !thread.isServing
      state.queue.append(Entry(node: node, isOwn: isOwn))
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

  /// Takes the first change out, for a ticket.
  ///
  /// - Returns: The change, or nothing if it is another thread's to deliver.
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

  /// Ends the delivery of a change: leaves the domain, or takes a ticket for what
  /// other threads have queued meanwhile, and may offer it to them.
  ///
  /// - Returns: Whether to let other threads run, as the domain is on offer: each time
  ///   that this one has delivered twice as many of their changes.
  func finish(by thread: DeliveryThread) -> Bool {
    withRoot { root, state in
      guard root.isOwned(by: thread) else {
        state.otherOwners.removeAll { $0 == thread.id }
        return false
      }
      guard !root.handOver(&state) else { return false }
      guard !state.queue.isEmpty else {
        // Nobody can queue anything while the lock is held.
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
      // The ticket is what brings this thread back, in case that there is no other.
      state.ticketCount = 0
      state.offerer = thread.id
      root.word.store(Self.work, ordering: .releasing)
      return state.servedCount & (state.servedCount - 1) == 0
    }
  }

  /// Goes on with a domain that a thread has offered and that no other has taken.
  ///
  /// - Returns: Whether it was on offer.
  private func takeBack(_ state: State, by thread: DeliveryThread) -> Bool {
    guard state.offerer == thread.id else { return false }
    return word.compareExchange(
      expected: Self.work, desired: thread.id | Self.work, ordering: .acquiringAndReleasing
    ).exchanged
  }

  private func isOwned(by thread: DeliveryThread) -> Bool {
    word.load(ordering: .acquiring) & ~Self.work == thread.id
  }

  /// Whether several threads are at changes that began before their domains became
  /// one.
  var isCrowded: Bool { withRoot { _, state in !state.otherOwners.isEmpty } }

  /// Whether a thread owns the domain, and no other is still at a change that began
  /// before its domain became part of this one.
  func isOwnedAlone(by thread: DeliveryThread) -> Bool {
    withRoot { root, state in root.isOwned(by: thread) && state.otherOwners.isEmpty }
  }

  /// Leaves the domain to another owner, if there is one.
  private func handOver(_ state: inout State) -> Bool {
    guard let other = state.otherOwners.popLast() else { return false }
    state.ticketCount = 0
    word.store(other | Self.work, ordering: .releasing)
    return true
  }

  // MARK: Uniting

  /// Makes one domain of two.
  ///
  /// - Returns: The domain that both are part of.
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
    // From here on its owner, if it has one, must look at the state to leave.
    let found = domain.word.exchange(Self.absorbed, ordering: .acquiringAndReleasing)
    let incoming = found & ~Self.work
    unsafe domain.successor.store(Unmanaged.passRetained(self), ordering: .releasing)
    state.queue.append(contentsOf: other.queue)
    other.queue = FirstInFirstOut()
    state.ownCount += other.ownCount
    // Nothing waits in one that nobody owns, unless it is on offer.
    guard found != 0 else { return }

    var word = word.load(ordering: .relaxed)
    while true {
      let owner = word & ~Self.work == 0 ? incoming : word
      let (exchanged, latest) = self.word.compareExchange(
        expected: word, desired: owner | Self.work, ordering: .acquiringAndReleasing)
      guard !exchanged else { break }
      word = latest
    }
    // Of two who have offered theirs, one is enough.
    if found == Self.work, word == 0 { state.offerer = other.offerer }
    guard incoming != 0 else { return }
    let owner = word & ~Self.work
    if owner == 0 || owner == incoming {
      state.ticketCount += other.ticketCount
      state.otherOwners += other.otherOwners
    } else {
      state.otherOwners += [incoming] + other.otherOwners
    }
    // A thread may own several domains: one whose change it delivers, and others whose
    // turn will come. It must not leave the domain to itself.
    let final = self.word.load(ordering: .relaxed) & ~Self.work
    var known: Set<UInt> = [final]
    state.otherOwners.removeAll { !known.insert($0).inserted }
  }
}
