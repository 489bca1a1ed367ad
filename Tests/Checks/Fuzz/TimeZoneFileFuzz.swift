// Compiled by `Tests/Checks/Fuzz/run` in one module with the sources of Schedules.

/// Reads arbitrary bytes as the file of a time zone.
///
/// Whatever is one gives stretches that hold what they were asked for, and lets
/// schedules move on.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTimeZoneFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let rules: ZoneRules
  do throws(TimeZoneFile.Problem) {
    rules = try TimeZoneFile.rules(from: bytes)
  } catch {
    precondition(!error.text.isEmpty)
    return 0
  }
  for instant in stride(from: Int64(-8_000_000_000), to: 16_000_000_000, by: 1_234_567_891) {
    let segment = rules.segment(at: instant)
    precondition(segment.start <= instant && instant < segment.end, "the moment is elsewhere")
    for found in rules.instants(ofLocalTime: instant) {
      precondition(
        found + rules.segment(at: found).offset == instant, "the clocks show something else")
    }
    for gap in DaylightSavingPolicy.Gap.allCases {
      for fold in DaylightSavingPolicy.Fold.allCases {
        let policy = DaylightSavingPolicy(gap: gap, fold: fold)
        checkMoments(
          of: ZonedTimes(times: halfPastTwo, zone: rules, policy: policy), around: instant)
      }
    }
  }
  return 0
}

private func checkMoments(of times: ZonedTimes<CalendarRule>, around instant: Int64) {
  guard let next = times.next(after: instant) else { return }
  precondition(next > instant, "the search does not move forward")
  precondition(times.previous(before: next + 1) == next, "there is no way back")
  if let previous = times.previous(before: next) {
    precondition(previous <= instant, "a moment was leapt over")
  }
}

private let halfPastTwo = CalendarRule(times: TimeRule(minutes: 1 << 30, hours: 1 << 2))
