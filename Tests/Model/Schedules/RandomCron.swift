import ModularityTestSupport

/// Cron expressions of every kind, made by chance.
enum RandomCron {
  /// An expression; not every one has days that come.
  static func expression(using generator: inout SeededGenerator) -> String {
    var fields = [
      field(0...59, using: &generator), field(0...23, using: &generator),
      dayOfMonth(using: &generator), field(1...12, openly: 3, using: &generator),
      dayOfWeek(using: &generator),
    ]
    let kind = Int.random(in: 0..<6, using: &generator)
    if kind < 2 { fields.insert(field(0...59, using: &generator), at: 0) }
    if kind == 0 { fields.append(field(1970...2100, openly: 2, using: &generator)) }
    return fields.joined(separator: " ")
  }

  /// A field of numbers, that is open once in so many.
  private static func field(
    _ numbers: ClosedRange<Int>, openly: Int = 5, using generator: inout SeededGenerator
  ) -> String {
    if Int.random(in: 0..<openly, using: &generator) == 0 { return "*" }
    return (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      let value = Int.random(in: numbers, using: &generator)
      let end = Int.random(in: numbers, using: &generator)
      let step = Int.random(in: 1...min(numbers.count, 20), using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: return "*/\(step)"
      case 1: return "\(value)/\(step)"
      case 2 where value <= end || numbers.upperBound < 100: return "\(value)-\(end)"
      case 3 where value <= end || numbers.upperBound < 100: return "\(value)-\(end)/\(step)"
      default: return "\(value)"
      }
    }.joined(separator: ",")
  }

  private static func dayOfMonth(using generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<12, using: &generator) {
    case 10: "L-\(Int.random(in: 0...30, using: &generator))W"
    case 11: "\(Int.random(in: 1...31, using: &generator))-L"
    case 0: "L"
    case 1: "L-\(Int.random(in: 0...30, using: &generator))"
    case 2: "\(Int.random(in: 1...31, using: &generator))W"
    case 3: "LW,\(field(1...31, using: &generator))"
    case 4: "?"
    default: field(1...31, openly: 2, using: &generator)
    }
  }

  private static func dayOfWeek(using generator: inout SeededGenerator) -> String {
    let day = Int.random(in: 0...7, using: &generator)
    let end = Int.random(in: 0...7, using: &generator)
    return switch Int.random(in: 0..<14, using: &generator) {
    case 10: "\(day)#L"
    case 11: "\(day)-\(end)#\(Int.random(in: 1...5, using: &generator))"
    case 12: "\(day)-\(end)L"
    case 13: "+\(day)"
    case 0: "\(day)L"
    case 1: "\(day)#\(Int.random(in: 1...5, using: &generator))"
    case 2: ["SUN", "mon", "Tuesday", "FRI-MON", "SAT,WED"].randomElement(using: &generator) ?? "?"
    default: Int.random(in: 0..<2, using: &generator) == 0 ? "*" : "\(day)"
    }
  }
}
