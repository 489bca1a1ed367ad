import TaskKit
import ToolkitTrace

// The leases of running jobs.
extension JobWorker {
  /// Extends all leases, three times per lease duration.
  func keepLeases() async {
    while (try? await time.sleep(lease / 3)) != nil {
      // Includes jobs that have finished and are not recorded, because no other process may run
      // them before that.
      let held = running.values.sorted { $0.claim.token < $1.claim.token }.map(\.claim)
      guard !held.isEmpty else { continue }
      let end = leaseEnd(from: time.nanoseconds())
      do {
        let renewed = try await store.renew(held, for: lease)
        for token in held.map(\.token) {
          if renewed.contains(token) {
            running[token]?.leaseEnd = end
          } else {
            abandon(token)
          }
        }
      } catch {
        outage.note(error)
      }
    }
  }

  /// Returns the end of a lease that is claimed or renewed at a time.
  ///
  /// It is measured from before the statement, regardless of when the store runs it.
  func leaseEnd(from begin: Int64) -> Int64 { begin + TaskTime.nanoseconds(of: lease) }

  /// Waits until the lease of a claim is about to end, and then cancels its job.
  func watch(_ token: Int64) async {
    let margin = TaskTime.nanoseconds(of: lease / 5)
    while let job = running[token], job.completion == nil {
      let rest = job.leaseEnd - margin - time.nanoseconds()
      guard rest > 0 else { return abandon(token) }
      guard (try? await time.sleep(.nanoseconds(rest))) != nil else { return }
    }
  }

  private func abandon(_ token: Int64) {
    guard let job = running[token], !job.isAbandoned, job.completion == nil else { return }
    running[token]?.isAbandoned = true
    job.task?.cancel()
  }
}
