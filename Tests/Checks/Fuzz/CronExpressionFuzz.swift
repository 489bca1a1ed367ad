// Compiled by `Tests/Checks/Fuzz/run` in one module with the sources of Schedules.

/// Reads arbitrary texts as a cron expression.
///
/// Whatever is one can be read from its own text, and has moments before and after
/// any other, in their order, through every change of the clocks.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCronExpression(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  for combination in CronExpression.DayCombination.allCases {
    do throws(CronError) {
      let expression = try CronExpression(text, days: combination, hashing: "fuzz")
      let again = try CronExpression(expression.description, days: combination)
      precondition(again == expression, "the text means something else")
      precondition(!expression.words.isEmpty)
      checkMoments(of: Schedule.cron(expression, in: zone))
    } catch {
      precondition(0...text.utf8.count ~= error.offset, "the error is outside of the text")
      precondition(!error.description.isEmpty)
    }
  }
  return 0
}

/// Steps forth over a change of the clocks, and back.
private func checkMoments(of schedule: Schedule) {
  var instant: Int64 = 1_711_843_200 - 7_200
  for _ in 0..<4 {
    guard let next = schedule.next(after: instant) else { return }
    precondition(next > instant, "the search does not move forward")
    precondition(schedule.fires(at: next))
    precondition(schedule.previous(before: next + 1) == next, "there is no way back")
    if let previous = schedule.previous(before: next) {
      precondition(previous <= instant, "a moment was leapt over")
    }
    instant = next
  }
}

/// A zone whose clocks change in March and October, as those of Stockholm do.
private let zone: ScheduleZone = {
  guard let rule = PosixZoneRule(parsing: "CET-1CEST,M3.5.0,M10.5.0/3".utf8) else {
    fatalError("the rule of the zone that is written here cannot be read")
  }
  return ScheduleZone(
    name: "Fuzz", rules: ZoneRules(firstOffset: 3600, changes: [], rule: rule))
}()
