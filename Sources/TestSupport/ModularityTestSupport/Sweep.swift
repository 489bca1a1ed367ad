import Foundation
import Synchronization

/// The share of very many inputs that a test tries: a sample, or all of them.
///
/// `swift test` takes a sample, and prints in its last line how many inputs it left out.
/// `MODKIT_SWEEPS=whole swift test` leaves nothing out; `.ci/run sweeps` runs the suites that use
/// this so.
package enum Sweep {
  /// A Boolean value that indicates whether tests try everything.
  package static let isWhole = ProcessInfo.processInfo.environment["MODKIT_SWEEPS"] == "whole"

  private static let omittedCount = Mutex(0)

  private static let reportsAtExit: Void = {
    atexit {
      let count = Sweep.omittedCount.withLock { $0 }
      print("Left to '.ci/run sweeps': \(count) inputs of which tests tried a sample.")
    }
  }()

  /// Returns the number of inputs to try.
  package static func count(_ whole: Int, sample: Int) -> Int {
    if isWhole { return whole }
    omit(whole - sample)
    return sample
  }

  /// Returns the inputs to try: all, or one of every `stride`.
  ///
  /// A prime stride meets every byte of aligned fields.
  package static func inputs<Input>(_ all: some Sequence<Input>, oneIn stride: Int) -> [Input] {
    let all = Array(all)
    if isWhole { return all }
    let sample = all.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    omit(all.count - sample.count)
    return sample
  }

  private static func omit(_ count: Int) {
    reportsAtExit
    omittedCount.withLock { $0 += count }
  }
}
