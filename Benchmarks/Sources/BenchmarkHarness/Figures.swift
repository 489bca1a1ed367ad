import Foundation

/// How numbers are written for people.
enum Figures {
  static func time(nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: decimal(nanoseconds, digits: 1) + " ns"
    case ..<1_000_000: decimal(nanoseconds / 1_000, digits: 1) + " µs"
    default: decimal(nanoseconds / 1_000_000, digits: 2) + " ms"
    }
  }

  static func ratio(_ ratio: Double) -> String {
    decimal(ratio, digits: 2) + "×"
  }

  /// A count per operation: whole where it is whole.
  static func count(_ count: Double) -> String {
    count == count.rounded() ? decimal(count, digits: 0) : decimal(count, digits: 2)
  }

  private static func decimal(_ value: Double, digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}

extension Duration {
  var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
