import Foundation

#if canImport(SwiftOverlayShims)
  // Where the compiler finds `timespec` on Linux.
  import SwiftOverlayShims
#endif

/// What pieces of work cost the calling thread, for tests of how that grows.
///
/// Time of the processor that the thread itself has used, not time that has passed: what
/// else the machine does does not count. The least of several equal pieces is taken.
func leastCost(ofEach pieces: Int = 5, _ work: (_ piece: Int) throws -> Void) rethrows -> Double {
  var least = Double.infinity
  for piece in 0..<pieces {
    let start = threadTime()
    try work(piece)
    least = min(least, threadTime() - start)
  }
  return least
}

private func threadTime() -> Double {
  var time = timespec()
  let result = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  precondition(result == 0, "This system does not count the time of threads.")
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
