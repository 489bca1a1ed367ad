import ModuleGraph
import Schedules
import SourceInspection
import Spelling

extension EditorAnswers {
  /// Returns the problem of a text that is no expression of cron, no time or no time zone.
  func problem(
    ofTime role: NameRole, _ text: String, at place: NamedPlace, in document: OpenDocument
  ) -> EditorProblem? {
    guard !text.contains("{}") else { return nil }
    switch role {
    case .cron:
      do throws(CronError) {
        _ = try CronExpression(text, hashing: "task")
        return nil
      } catch {
        return timeProblem(.error, "\(error)", at: place)
      }
    case .calendar:
      guard (try? TimeOfDay(parsing: text)) == nil, (try? CalendarDate(parsing: text)) == nil
      else { return nil }
      return timeProblem(.error, TimeOfDay(stringLiteral: text).problem?.message ?? "", at: place)
    case .timeZone:
      guard zones.zone(text) == nil else { return nil }
      let near = EditDistance.nearest(to: text, among: zones.names(), atMost: 3)
      var problem = timeProblem(
        .warning, "there is no time zone '\(text)' on this machine.\(NearestNames.question(near))",
        at: place)
      problem.fixes = near.map { .replacing(place.range, by: $0, in: document.path) }
      return problem
    default: return nil
    }
  }

  private func timeProblem(
    _ severity: ModuleProblem.Severity, _ message: String, at place: NamedPlace
  ) -> EditorProblem {
    EditorProblem(
      range: place.range, severity: severity,
      code: ModuleProblem.Code.scheduleNeverFires.rawValue, message: message)
  }
}
