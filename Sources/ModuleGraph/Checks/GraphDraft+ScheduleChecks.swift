import Foundation
import Schedules

extension GraphDraft {
  /// Checks that the clock ever makes scheduled tasks run.
  mutating func checkSchedules(at moment: Date?) {
    for task in tasks {
      guard let timing = task.timing else { continue }
      let reason: (severity: ModuleProblem.Severity, text: String)? =
        switch timing {
        case .cron(let text, let zone): Self.fault(ofCron: text, in: zone, at: moment)
        case .date(let date, let times, let every):
          Self.fault(ofDate: date, times: times, every: every, at: moment)
        }
      guard let reason else { continue }
      problems.append(
        ModuleProblem(
          .scheduleNeverFires, reason.severity,
          "task '\(task.name)' (\(task.place)) \(reason.text)",
          places: [task.place].compactMap(ModuleGraph.Place.init), nodes: [task.id]))
    }
  }

  private static func fault(
    ofCron text: String, in zone: String?, at moment: Date?
  ) -> (ModuleProblem.Severity, String)? {
    let expression: CronExpression
    do throws(CronError) {
      expression = try CronExpression(text)
    } catch {
      return (.error, "never runs by the clock: \(error)")
    }
    var place = ScheduleZone.utc
    if let zone {
      do throws(ScheduleError) {
        place = try ScheduleZone(zone)
      } catch {
        return (
          .warning,
          """
          is scheduled in a time zone that this machine does not have; where the program runs it \
          must be there: \(error)
          """
        )
      }
    }
    guard let moment, Schedule.cron(expression, in: place).next(after: moment) == nil else {
      return nil
    }
    return (
      .warning,
      """
      does not run by the clock any more: the last moment of '\(text)' has passed. Take its years \
      out, or remove the task.
      """
    )
  }

  private static func fault(
    ofDate date: Double, times: Int?, every: Double, at moment: Date?
  ) -> (ModuleProblem.Severity, String)? {
    if let times, times < 1 {
      return (.error, "is to run \(times) times. Write 1 or more, or '.forever'.")
    }
    guard every > 0 else {
      return (.error, "is to run every \(every) seconds. Write a number above 0.")
    }
    guard let moment, let times else { return nil }
    let last = date + every * Double(times - 1)
    guard last <= moment.timeIntervalSince1970 else { return nil }
    return (
      .warning,
      """
      does not run by the clock any more: its last moment, \(ScheduleWords.date(last)), has \
      passed. Give it a date to come, or remove it.
      """
    )
  }
}
