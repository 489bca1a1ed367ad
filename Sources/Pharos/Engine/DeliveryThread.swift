internal import CGround
import Synchronization

/// A thread's state while it delivers changes.
///
/// While the thread delivers a change, the changes that its observers make wait. The thread holds
/// a *ticket* for each of them, and delivers them in the order of their tickets afterwards. So an
/// observer never runs inside another one, even of another relay, and no chain of changes deepens
/// the stack.
///
/// - Concurrency: Only used on its own thread.
@safe
@usableFromInline
struct DeliveryThread {
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

  /// Adds the cause of a change that is part of a transaction.
  @usableFromInline
  func adopt(_ cause: Cause) {
    self.cause = Cause(generation: max(self.cause.generation, cause.generation))
  }

  /// The ``WriteNumber`` of the cause of the change that is being delivered, or 0.
  @usableFromInline var deliveredWrite: UInt64 {
    get { unsafe variable.pointee.write_number }
    nonmutating set { unsafe variable.pointee.write_number = newValue }
  }

  var transactionDepth: Int {
    get { Int(unsafe variable.pointee.transaction_depth) }
    nonmutating set { unsafe variable.pointee.transaction_depth = Int32(newValue) }
  }

  /// The remaining state, made on first use.
  @inline(__always)
  var details: UnsafeMutablePointer<Details> {
    if let memory = unsafe variable.pointee.details {
      return unsafe memory.assumingMemoryBound(to: Details.self)
    }
    return unsafe makeDetails()
  }

  // Not inlined, because every function that uses the details would have to save more registers.
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
      The process has no thread-specific key left, but a relay needs one, and the system limits \
      their number. Use fewer keys.
      """)
    return unsafe details
  }

  @usableFromInline var isInTransaction: Bool { transactionDepth > 0 }

  // MARK: Starting and finishing

  /// Becomes the owner of a core's domain to deliver a change immediately.
  ///
  /// This works only if the domain has no owner and the thread delivers nothing else.
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

  /// Leaves the domain of a core after a delivery, and delivers the changes that were queued
  /// during it.
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

  /// Adds a ticket for a change of a domain that the thread owns.
  func addTicket(for domain: Domain) {
    unsafe details.pointee.tickets.append(domain)
    hasTickets = true
  }

  /// A Boolean value that indicates whether the changes that this thread makes now are caused by a
  /// change of another thread.
  var isServing: Bool { unsafe details.pointee.isServing }

  /// A Boolean value that indicates whether another thread may continue the delivery.
  ///
  /// It may not while this thread counts the changes of a chain to find feedback, because each
  /// thread counts for itself.
  var mayLeave: Bool { unsafe details.pointee.chainedCount == 0 }

  /// Delivers changes until no ticket remains.
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
}

extension DeliveryThread {
  /// The distance from the limit at which the thread starts to record the relays of a chain of
  /// changes, for the report.
  private static let notedLength = 64

  /// The length up to which a chain counts as short.
  private static let shortLength = 8
  /// The limit for all long chains together, as a multiple of the limit for one chain.
  private static let chainsPerLimit = 4

  /// Returns whether a change may be delivered, because the chain of changes that led to it and all
  /// long chains together are short enough.
  ///
  /// If not, the change is not delivered, which ends the cycle. The relays of the cycle are
  /// reported after this core's lock has been released.
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

  /// Reports a broken cycle.
  func reportFeedback() {
    let cycle = unsafe details.pointee.cycle
    unsafe details.pointee.cycle = []
    guard unsafe details.pointee.hasFeedback else { return }
    unsafe details.pointee.hasFeedback = false
    RelaySettings.errorHandler(.feedback(through: cycle, limit: RelaySettings.feedbackLimit))
  }
}
