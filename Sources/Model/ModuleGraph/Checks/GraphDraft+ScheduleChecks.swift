import Schedules
import Spelling

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension GraphDraft {
  /// Checks that scheduled tasks have a fire time.
  mutating func checkSchedules(at moment: Date?) {
    for task in tasks {
      guard let timing = task.timing else { continue }
      let reason: (severity: ModuleProblem.Severity, text: String)? =
        switch timing {
        case .cron(let text, let zone): fault(ofCron: text, in: zone, at: moment)
        case .expression(let source): fault(ofZonesIn: source)
        case .date(let date, let times, let every):
          Self.fault(ofDate: date, times: times, every: every, at: moment)
        }
      guard let reason else { continue }
      problems.append(
        ModuleProblem(
          .scheduleNeverFires, reason.severity,
          "task '\(task.name)' (\(task.location)) \(reason.text)",
          locations: [task.location], nodes: [task.id]))
    }
  }

  private mutating func fault(
    ofCron text: String, in zone: String?, at moment: Date?
  ) -> (ModuleProblem.Severity, String)? {
    let expression: CronExpression
    do throws(CronError) {
      expression = try CronExpression(text)
    } catch {
      return (.error, "never runs by the clock: \(error)")
    }
    let location: ScheduleZone
    do throws(ScheduleError) {
      location = if let zone { try ScheduleZone(zone, budget: &searchBudget) } else { .utc }
    } catch {
      return Self.fault(of: error)
    }
    guard let moment, Schedule.cron(expression, in: location).next(after: moment) == nil else {
      return nil
    }
    return (
      .warning,
      """
      never runs by the clock again: the last fire time of '\(text)' has passed. Remove its years, \
      or remove the task.
      """
    )
  }

  /// Checks the zones in an expression such as
  /// `.daily(at: "02:30", in: try ScheduleZone("Europe/Stockholm"))`.
  private mutating func fault(ofZonesIn source: String) -> (ModuleProblem.Severity, String)? {
    for match in source.matches(of: #/ScheduleZone(?:\.init)?\(\s*"([^"\\]*)"\s*\)/#) {
      do throws(ScheduleError) {
        _ = try ScheduleZone(String(match.1), budget: &searchBudget)
      } catch {
        return Self.fault(of: error)
      }
    }
    return nil
  }

  private static func fault(of error: ScheduleError) -> (ModuleProblem.Severity, String) {
    (
      .warning,
      """
      is scheduled in a time zone that is missing on this machine, and that must exist where the \
      program runs: \(error)
      """
    )
  }

  private static func fault(
    ofDate date: Double, times: Int?, every: Double, at moment: Date?
  ) -> (ModuleProblem.Severity, String)? {
    if let times, times < 1 {
      return (.error, "is declared to run \(times) times. Write 1 or more, or '.forever'.")
    }
    guard every > 0 else {
      return (.error, "is declared to run every \(every) seconds. Write a number above 0.")
    }
    guard let moment, let times else { return nil }
    let last = date + every * Double(times - 1)
    guard last <= moment.timeIntervalSince1970 else { return nil }
    return (
      .warning,
      """
      never runs by the clock again: its last fire time, \(ScheduleWords.date(last)), has \
      passed. Give it a future date, or remove it.
      """
    )
  }
}
