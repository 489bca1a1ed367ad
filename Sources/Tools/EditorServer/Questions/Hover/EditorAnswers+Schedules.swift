import Schedules
import SourceInspection

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EditorAnswers {
  /// The number of fire times that a hover lists.
  private static let listedTimes = 5

  /// Writes the meaning of a cron expression, a calendar time or a time zone.
  func describeTime(
    _ role: NameRole, _ text: String, at place: NamedPlace, in document: OpenDocument, now: Date,
    on page: inout Markdown
  ) {
    switch role {
    case .cron:
      let declaration = document.declaration(around: place.range.start)
      let zone = declaration.flatMap { declaration in
        document.names(in: declaration).first { $0.role == .timeZone }?.text
      }
      describe(cron: text, zone: zone, task: declaration?.name, now: now, on: &page)
    case .calendar: describe(calendar: text, at: place, in: document, now: now, on: &page)
    case .timeZone: describe(zone: text, now: now, on: &page)
    default: break
    }
  }

  /// Writes a cron expression in words, with its next fire times.
  func describe(
    cron text: String, zone name: String?, task: String?, now: Date, on page: inout Markdown
  ) {
    let expression: CronExpression
    do throws(CronError) {
      expression = try CronExpression(text, hashing: task ?? "task")
    } catch {
      page.paragraph("\(error)")
      return
    }
    page.paragraph("\(Markdown.code(text)): \(expression.words)")
    guard let zone = name.map(zones.zone) ?? zones.current() else {
      page.paragraph("This machine has no time zone \(Markdown.code(name ?? "")).")
      return
    }
    let schedule = Schedule.cron(expression, in: zone)
    listTimes(of: schedule, in: zone, isNamed: name != nil, after: now, on: &page)
  }

  private static func words(of date: Date, in zone: ScheduleZone) -> String {
    let (day, time) = zone.localTime(at: date)
    return "\(day) \(time)"
  }

  /// Writes the schedule that a time of day is a part of, or else the time of day or the date.
  private func describe(
    calendar text: String, at place: NamedPlace, in document: OpenDocument, now: Date,
    on page: inout Markdown
  ) {
    let offset = document.lines.offset(of: place.range.start)
    if let call = CalendarCall(around: offset, in: document.file.text),
      let zone = call.zone.map(zones.zone) ?? zones.current(),
      let schedule = call.schedule(in: zone)
    {
      page.paragraph("\(schedule)")
      listTimes(of: schedule, in: zone, isNamed: call.zone != nil, after: now, on: &page)
    } else if let time = try? TimeOfDay(parsing: text) {
      page.paragraph("\(Markdown.code(text)): the time of day \(time)")
    } else if let date = try? CalendarDate(parsing: text) {
      page.paragraph("\(Markdown.code(text)): the day \(date)")
    }
  }

  private func listTimes(
    of schedule: Schedule, in zone: ScheduleZone, isNamed: Bool, after now: Date,
    on page: inout Markdown
  ) {
    let times = schedule.next(Self.listedTimes, after: now)
    let place = isNamed ? "\(zone)" : "\(zone), the zone of this machine"
    page.list("Next fire times in \(place)", times.map { Self.words(of: $0, in: zone) })
    if times.isEmpty { page.paragraph("It never fires again.") }
  }

  /// Writes the current time and the offset of a time zone, and the next change of its offset.
  private func describe(zone name: String, now: Date, on page: inout Markdown) {
    guard let zone = zones.zone(name) else {
      page.paragraph("This machine has no time zone \(Markdown.code(name)).")
      return
    }
    let (day, time) = zone.localTime(at: now)
    page.paragraph(
      "Time zone \(Markdown.code(name)): \(day) \(time) now, UTC\(Self.offset(zone.offset(at: now)))"
    )
    if let change = zone.nextChange(after: now) {
      page.paragraph(
        "Its clocks change on \(Self.words(of: change.date, in: zone)) to "
          + "UTC\(Self.offset(change.offsetAfter)).")
    }
  }

  private static func offset(_ seconds: Int) -> String {
    let minutes = abs(seconds) / 60
    let rest = minutes % 60
    return "\(seconds < 0 ? "-" : "+")\(minutes / 60)"
      + (rest == 0 ? "" : ":\(rest < 10 ? "0" : "")\(rest)")
  }
}
