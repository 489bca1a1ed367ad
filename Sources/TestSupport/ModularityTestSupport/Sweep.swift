import Foundation
import Synchronization

/// The number of inputs that a test tries: a sample, or all of them.
///
/// `swift test` uses a sample, and prints the number of omitted inputs in its last line.
/// `MODKIT_SWEEPS=whole swift test` uses all inputs. `.ci/run sweeps` runs the suites with sweeps
/// in this way.
package enum Sweep {
  /// A Boolean value that indicates whether tests try all inputs.
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
  /// With a prime stride, all bytes of aligned fields occur.
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
