extension Duration {
  /// The time for people: three digits that count, and the unit that suits them.
  ///
  /// `0 ns`, `870 ns`, `1.5 µs`, `12.3 ms`, `2 s`, `4210 s`.
  package var readable: String {
    if self < .zero { return "-" + (.zero - self).readable }
    let units: [(name: String, length: Duration)] = [
      ("ns", .nanoseconds(1)), ("µs", .microseconds(1)), ("ms", .milliseconds(1)),
      ("s", .seconds(1)),
    ]
    for unit in units {
      // In thousandths, so that nothing is lost before it is rounded.
      let thousandths = (self / unit.length * 1_000).rounded()
      if thousandths < 999_500 {
        return "\(Self.threeDigits(Int(thousandths))) \(unit.name)"
      }
    }
    return "\(components.seconds) s"
  }

  /// A number of thousandths, rounded to three digits; those before the point stay
  /// all.
  private static func threeDigits(_ thousandths: Int) -> String {
    let step = thousandths < 9_995 ? 10 : thousandths < 99_950 ? 100 : 1_000
    let rounded = (thousandths + step / 2) / step * step
    let fraction = String(rounded % 1_000 + 1_000).dropFirst()
    let digits = fraction.reversed().drop { $0 == "0" }.reversed()
    return "\(rounded / 1_000)" + (digits.isEmpty ? "" : "." + String(digits))
  }
}
