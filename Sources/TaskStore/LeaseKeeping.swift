import TaskKit
import ToolkitTrace

/// Work that a process has claimed and not yet reported to the store.
protocol LeasedWork {
  associatedtype Claim

  var claim: Claim { get }
  /// The token of the claim, with which the store identifies it.
  var token: Int64 { get }
  /// The end of the lease, by the manager's clock.
  var leaseEnd: Int64 { get set }
  /// A Boolean value that indicates whether the work was cancelled because its lease ends.
  var isAbandoned: Bool { get set }
  /// A Boolean value that indicates whether the work has finished and the store does not know yet.
  var isOver: Bool { get }

  func cancel()
}

/// A keeper that extends the leases of running work, and cancels work whose lease it cannot extend.
protocol LeaseKeeping: Actor {
  associatedtype Work: LeasedWork

  /// The work by the tokens of its claims.
  var running: [Int64: Work] { get set }
  var lease: Duration { get }
  var time: ErasedClock { get }

  /// Extends leases in the store.
  ///
  /// - Returns: The tokens of the claims that this process still holds.
  func renew(_ claims: [Work.Claim]) async throws -> Set<Int64>

  func storeFailed(_ error: any Error)
}

extension LeaseKeeping {
  /// Extends all leases, three times per lease duration.
  func keepLeases() async {
    while (try? await time.sleep(lease / 3)) != nil {
      // Includes work that has finished and is not recorded, because no other process may run it
      // before that.
      let held = running.values.sorted { $0.token < $1.token }
      guard !held.isEmpty else { continue }
      let end = leaseEnd(from: time.nanoseconds())
      do {
        let renewed = try await renew(held.map(\.claim))
        for token in held.map(\.token) {
          if renewed.contains(token) {
            running[token]?.leaseEnd = end
          } else {
            abandon(token)
          }
        }
      } catch {
        storeFailed(error)
      }
    }
  }

  /// Returns the end of a lease that is claimed or renewed at a time.
  ///
  /// It is measured from before the statement, regardless of when the store runs it.
  func leaseEnd(from begin: Int64) -> Int64 { begin + TaskTime.nanoseconds(of: lease) }

  /// Waits until the lease of a claim is about to end, and then cancels its work.
  func watch(_ token: Int64) async {
    let margin = TaskTime.nanoseconds(of: lease / 5)
    while let work = running[token], !work.isOver {
      let rest = work.leaseEnd - margin - time.nanoseconds()
      guard rest > 0 else { return abandon(token) }
      guard (try? await time.sleep(.nanoseconds(rest))) != nil else { return }
    }
  }

  private func abandon(_ token: Int64) {
    guard let work = running[token], !work.isAbandoned, !work.isOver else { return }
    running[token]?.isAbandoned = true
    work.cancel()
  }
}
