import BenchmarkHarness
import Foundation
import Schedules
import SectionRegistry

#record("bnch", key: "Schedules: next moment, daily at 02:30") {
  Benchmark(targets: [.ratio(atMost: 1.0 / 10), .mallocs(atMost: 0)]) {
    let rule = DateComponents(hour: 2, minute: 30)
    return Comparison(try chaining("30 2 * * *"), baseline: try chaining(rule))
  }
}

#record("bnch", key: "Schedules: next moment, 29 February") {
  Benchmark(targets: [.ratio(atMost: 1.0 / 100), .mallocs(atMost: 0)], countedIterations: 100) {
    let rule = DateComponents(month: 2, day: 29, hour: 2, minute: 30)
    return Comparison(try chaining("30 2 29 2 *"), baseline: try chaining(rule))
  }
}

#record("bnch", key: "Schedules: parse of a cron expression") {
  Benchmark(targets: [.time(atMost: .microseconds(5))]) {
    let text = "*/15 9-17 1,15 JAN-JUN MON-FRI"
    return Comparison(
      Work { iterations in
        for _ in 0..<iterations { blackHole(try CronExpression(text)) }
      })
  }
}

/// Every moment after the one before it, beginning anew before dates run out.
private func chaining(_ expression: String) throws -> Work {
  let schedule = try Schedule.cron(expression, in: try ScheduleZone("Europe/Stockholm"))
  return Work { iterations in
    var date = start
    for _ in 0..<iterations {
      date = schedule.next(after: date) ?? start
      if date > end { date = start }
    }
    blackHole(date)
  }
}

/// The same with Foundation's calendar.
private func chaining(_ rule: DateComponents) throws -> Work {
  guard let zone = TimeZone(identifier: "Europe/Stockholm") else {
    throw BenchmarkError.preparationFailed("Foundation does not know Europe/Stockholm.")
  }
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = zone
  return Work { [calendar] iterations in
    var date = start
    for _ in 0..<iterations {
      date = calendar.nextDate(after: date, matching: rule, matchingPolicy: .nextTime) ?? start
      if date > end { date = start }
    }
    blackHole(date)
  }
}

/// 1 January 2024.
private let start = Date(timeIntervalSince1970: 1_704_067_200)
/// 1 January 2037.
private let end = Date(timeIntervalSince1970: 2_114_380_800)
