import Testing

@testable import TaskKit

/// How times are written for people.
@Suite struct DurationTextTests {
  private static let texts: [(Duration, String)] = [
    (.zero, "0 ns"), (.nanoseconds(870), "870 ns"), (.nanoseconds(999), "999 ns"),
    (.nanoseconds(1_000), "1 µs"), (.nanoseconds(1_234), "1.23 µs"),
    (.nanoseconds(9_994), "9.99 µs"), (.nanoseconds(9_995), "10 µs"),
    (.nanoseconds(12_340), "12.3 µs"), (.nanoseconds(99_949), "99.9 µs"),
    (.nanoseconds(99_950), "100 µs"), (.nanoseconds(999_499), "999 µs"),
    (.nanoseconds(999_500), "1 ms"), (.milliseconds(50), "50 ms"),
    (.milliseconds(1_500), "1.5 s"), (.seconds(59), "59 s"), (.seconds(999), "999 s"),
    (.seconds(86_400), "86400 s"), (.seconds(Int64.max), "9223372036854775807 s"),
    (.milliseconds(-20), "-20 ms"),
  ]

  @Test(arguments: texts)
  func `A duration has three significant digits`(time: Duration, text: String) {
    #expect(time.readable == text)
  }

  @Test func `Longer durations never print as shorter ones`() {
    var last = ""
    var value = -1.0
    let factors = ["ns": 1.0, "µs": 1e3, "ms": 1e6, "s": 1e9]
    for step in 0..<4_000 {
      let time = Duration.nanoseconds(Int64(1.007.raised(to: step)))
      let parts = time.readable.split(separator: " ")
      let shown = Double(parts[0])! * factors[String(parts[1])]!
      #expect(shown >= value, "\(time.readable) after \(last)")
      (last, value) = (time.readable, shown)
    }
  }
}

extension Double {
  fileprivate func raised(to exponent: Int) -> Double {
    (0..<exponent).reduce(1.0) { result, _ in result * self }
  }
}
