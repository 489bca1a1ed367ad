import TaskKit
import ToolkitTrace

/// Work that a process has claimed, and has not reported to the store.
protocol LeasedWork {
  associatedtype Claim

  var claim: Claim { get }
  /// The token of the claim, by which the store knows it.
  var token: Int64 { get }
  /// When the lease ends, by the manager's clock.
  var leaseEnd: Int64 { get set }
  /// A Boolean value that indicates whether it was cancelled because its lease ends.
  var isAbandoned: Bool { get set }
  /// A Boolean value that indicates whether it has ended, and the store does not know it.
  var isOver: Bool { get }

  func cancel()
}

/// Extends the leases of what a process runs, and cancels what it cannot extend.
protocol LeaseKeeping: Actor {
  associatedtype Work: LeasedWork

  /// The work by the token of its claim.
  var running: [Int64: Work] { get set }
  var lease: Duration { get }
  var time: ErasedClock { get }

  /// Extends leases in the store.
  ///
  /// - Returns: The tokens of the claims that were still this process's.
  func renew(_ claims: [Work.Claim]) async throws -> Set<Int64>

  func storeFailed(_ error: any Error)
}

extension LeaseKeeping {
  /// Extends all leases, three times in the time of one.
  func keepLeases() async {
    while (try? await time.sleep(lease / 3)) != nil {
      // Also of work that is over and not recorded: no other process may run it meanwhile.
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

  /// Returns when a lease ends that is claimed or renewed at a time.
  ///
  /// It is measured from before the statement, whenever the store has run that.
  func leaseEnd(from begin: Int64) -> Int64 { begin + TaskTime.nanoseconds(of: lease) }

  /// Waits until the lease of a claim is about to end, and cancels its work.
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
