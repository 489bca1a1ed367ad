/// The contents of the kernel's pressure file: the share of time for which tasks waited.
///
/// ```
/// some avg10=0.12 avg60=0.00 avg300=0.00 total=45
/// full avg10=0.00 avg60=0.00 avg300=0.00 total=0
/// ```
struct PressureStall: Sendable, Hashable {
  /// The share of time in which all tasks wait that makes the pressure critical.
  static let criticalFullShare = 0.05

  /// The share of the last ten seconds in which at least one task waited.
  var someShare: Double
  /// The share of the last ten seconds in which all tasks waited.
  var fullShare: Double

  /// Parses the text of the file.
  ///
  /// Returns `nil` if the format is different.
  ///
  /// Some kernels omit the `full` line. In this case, its share is zero.
  init?(_ text: String) {
    guard let some = Self.share(of: "some", in: text) else { return nil }
    someShare = some
    fullShare = Self.share(of: "full", in: text) ?? 0
  }

  /// The level of this pressure.
  var level: MemoryPressure.Level {
    fullShare >= Self.criticalFullShare ? .critical : .warning
  }

  private static func share(of kind: String, in text: String) -> Double? {
    for line in text.split(whereSeparator: \.isNewline) {
      let fields = line.split(separator: " ")
      guard fields.first == kind[...] else { continue }
      guard let field = fields.dropFirst().first(where: { $0.hasPrefix("avg10=") }),
        let percent = Double(field.dropFirst("avg10=".count)), (0...100).contains(percent)
      else { return nil }
      return percent / 100
    }
    return nil
  }
}
