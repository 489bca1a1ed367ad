import Declarations
import Schedules

/// The parts of a task's record that a graph shows.
struct TaskReading {
  /// The trigger of a task.
  struct Source {
    let kind: ModuleGraph.Node.Kind
    let name: SourceName
  }

  private(set) var attributes: [ModuleGraph.Attribute] = []
  private(set) var sources: [Source] = []
  private(set) var events: [String]?
  private(set) var timing: DraftTiming?

  init(_ kind: RecordKind, _ schema: TaskSchema) {
    switch kind {
    case .eventTask: readEvents(schema)
    case .notificationTask: readNotification(schema)
    default: readTiming(schema)
    }
    for (name, text) in [("type", schema.type), ("result", schema.result)] {
      if let text { attributes.append(.init(name, .text(text))) }
    }
    if let traits = schema.traits { attributes.append(.init("traits", .list(traits))) }
    if schema.canThrow == true { attributes.append(.init("throws", true)) }
    if schema.isConcurrent == true { attributes.append(.init("concurrent", true)) }
    if schema.isDurable == true { attributes.append(.init("durable", true)) }
    if let names = schema.formerNames { attributes.append(.init("formerly", .list(names))) }
    if schema.hasShutdown == true { attributes.append(.init("shutdown", true)) }
    if let isolation = schema.isolation, isolation != "MainActor" {
      attributes.append(.init("isolation", .text(isolation)))
    }
    if schema.hasMoreDependencies == true {
      attributes.append(.init("moreDependencies", "known when the program runs"))
    }
  }

  private mutating func readEvents(_ schema: TaskSchema) {
    if let events = schema.events {
      self.events = events
      sources = events.map { Source(kind: .taskEvent, name: SourceName($0)) }
      attributes.append(.init("on", .list(events)))
    } else if let source = schema.source(of: .events) {
      sources = Self.elements(of: source).map {
        Source(kind: .taskEvent, name: SourceName(expression: $0))
      }
      attributes.append(.init("on", .text(source)))
    }
  }

  private mutating func readNotification(_ schema: TaskSchema) {
    if let name = schema.notification {
      sources = [Source(kind: .notification, name: SourceName(name))]
    } else if let source = schema.source(of: .notification) {
      sources = [Source(kind: .notification, name: SourceName(expression: source))]
    }
    if let name = sources.first?.name.text {
      attributes.append(.init("notification", .text(name)))
    }
  }

  /// Reads the schedule into the attribute `schedule` and more specific ones.
  private mutating func readTiming(_ schema: TaskSchema) {
    if let cron = schema.cron {
      timing = .cron(cron, zone: schema.zone)
      attributes.append(.init("cron", .text(cron)))
      if let words = ScheduleWords.words(ofCron: cron) {
        attributes.append(.init("schedule", .text(words)))
      }
      if let zone = schema.zone { attributes.append(.init("zone", .text(zone))) }
    } else if let source = schema.source(of: .events) {
      timing = .expression(source)
    }
    if let date = schema.date {
      attributes.append(.init("at", .text(ScheduleWords.date(date))))
      if let every = schema.interval {
        switch schema.count {
        case .times(let times):
          if let count = Int(exactly: times) { timing = .date(date, times: count, every: every) }
        case .forever: timing = .date(date, times: nil, every: every)
        case nil: break
        }
      }
    }
    switch schema.count {
    case .forever: attributes.append(.init("repeat", "forever"))
    case .times(let times): attributes.append(.init("repeat", .number(times)))
    case nil: break
    }
    if let every = schema.interval, schema.count != .times(1) {
      attributes.append(.init("everySeconds", .number(every)))
    }
    if let policy = schema.daylightSaving {
      attributes.append(.init("daylightSaving", .text(policy)))
    }
    for (key, source) in (schema.unresolved ?? [:]).sorted(by: { $0.key < $1.key })
    where key != TaskSchema.priority {
      let isSchedule = key == TaskSchema.CodingKeys.events.rawValue
      attributes.append(.init(isSchedule ? "schedule" : key, .text(source)))
    }
  }

  /// Returns the expressions of a list, or the only one.
  private static func elements(of source: String) -> [String] {
    guard source.hasPrefix("["), source.hasSuffix("]") else { return [source] }
    return source.dropFirst().dropLast().split(separator: ",").map(String.init)
  }
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Descriptions of schedules for people.
enum ScheduleWords {
  /// Returns a description of a cron expression, or `nil` if it is invalid.
  static func words(ofCron text: String) -> String? {
    (try? CronExpression(text))?.words
  }

  /// Returns a date in ISO 8601 format, or as a number if the format does not support it.
  static func date(_ secondsSince1970: Double) -> String {
    // The years 1 to 9999.
    guard -62_135_596_800...253_402_300_799 ~= secondsSince1970 else {
      return "\(secondsSince1970) seconds after 1970"
    }
    return Date(timeIntervalSince1970: secondsSince1970).ISO8601Format()
  }
}
