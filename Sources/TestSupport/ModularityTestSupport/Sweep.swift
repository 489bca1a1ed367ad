import Foundation

/// The share of very many inputs that a test tries: a sample, or all of them.
///
/// `swift test` takes a sample, so that it ends soon. `MODKIT_SWEEPS=whole swift test` leaves
/// nothing out; `.ci/run sweeps` runs the suites that use this so.
package enum Sweep {
  /// A Boolean value that indicates whether tests try everything.
  package static let isWhole = ProcessInfo.processInfo.environment["MODKIT_SWEEPS"] == "whole"

  /// Returns the number of inputs to try.
  package static func count(_ whole: Int, sample: Int) -> Int { isWhole ? whole : sample }

  /// Returns the inputs to try: all, or one of every `stride`.
  ///
  /// A prime stride meets every byte of aligned fields.
  package static func inputs<Input>(_ all: some Sequence<Input>, oneIn stride: Int) -> [Input] {
    if isWhole { return Array(all) }
    return all.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
  }
}
