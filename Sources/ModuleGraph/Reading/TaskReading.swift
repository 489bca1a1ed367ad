/// What the record of a task says of it.
struct TaskReading {
  /// What makes a task run.
  struct Source {
    let kind: ModuleGraph.Node.Kind
    let name: SourceName
  }

  private(set) var attributes: [ModuleGraph.Attribute] = []
  private(set) var type: String?
  private(set) var requires: [DraftTask.Reference] = []
  private(set) var follows: [DraftTask.Reference] = []
  private(set) var sources: [Source] = []
  private(set) var events: [String]?
  private(set) var timing: DraftTiming?

  /// Reads a record.
  ///
  /// - Throws: What of it is not as it should be.
  init(_ record: ModuleRecord, _ detail: RecordDetail) throws(RecordDetail.Fault) {
    let unresolved = try detail.object("unresolved") ?? .empty
    type = try detail.text("type")
    requires = try Self.references(detail.objects("dependsOn"))
    follows = try Self.references(detail.objects("after"))
    switch record.kind {
    case "task": try readEvents(detail, unresolved)
    case "tnot": try readNotification(detail, unresolved)
    default: try readTiming(detail, unresolved)
    }
    for name in ["type", "result"] {
      if let text = try detail.text(name) { attributes.append(.init(name, .text(text))) }
    }
    if let traits = try detail.texts("traits") {
      attributes.append(.init("traits", .list(traits)))
    }
    for name in ["throws", "concurrent", "shutdown"] where try detail.flag(name) {
      attributes.append(.init(name, true))
    }
    if let isolation = try detail.text("isolation"), isolation != "MainActor" {
      attributes.append(.init("isolation", .text(isolation)))
    }
    // A list that only the running program can make.
    if try detail.flag("dependency") {
      attributes.append(.init("moreDependencies", "known when the program runs"))
    }
  }

  private static func references(
    _ objects: [RecordDetail]
  ) throws(RecordDetail.Fault) -> [DraftTask.Reference] {
    var references: [DraftTask.Reference] = []
    for object in objects {
      if let type = try object.text("type") {
        references.append(.type(type))
      } else {
        references.append(.name(try object.requiredText("name")))
      }
    }
    return references
  }

  private mutating func readEvents(
    _ detail: RecordDetail, _ unresolved: RecordDetail
  ) throws(RecordDetail.Fault) {
    if let events = try detail.texts("on") {
      self.events = events
      sources = events.map { Source(kind: .taskEvent, name: SourceName($0)) }
      attributes.append(.init("on", .list(events)))
    } else if let source = try unresolved.text("on") {
      sources = Self.elements(of: source).map {
        Source(kind: .taskEvent, name: SourceName(expression: $0))
      }
      attributes.append(.init("on", .text(source)))
    }
  }

  private mutating func readNotification(
    _ detail: RecordDetail, _ unresolved: RecordDetail
  ) throws(RecordDetail.Fault) {
    if let key = try detail.text("key") {
      sources = [Source(kind: .notification, name: SourceName(key))]
    } else if let source = try unresolved.text("key") {
      sources = [Source(kind: .notification, name: SourceName(expression: source))]
    }
    if let name = sources.first?.name.text {
      attributes.append(.init("notification", .text(name)))
    }
  }

  /// Reads when the clock makes it run, into the attributes `schedule` and those
  /// that are particular to it.
  private mutating func readTiming(
    _ detail: RecordDetail, _ unresolved: RecordDetail
  ) throws(RecordDetail.Fault) {
    if let cron = try detail.text("cron") {
      let zone = try detail.text("zone")
      timing = .cron(cron, zone: zone)
      attributes.append(.init("cron", .text(cron)))
      if let words = ScheduleWords.words(ofCron: cron) {
        attributes.append(.init("schedule", .text(words)))
      }
      if let zone { attributes.append(.init("zone", .text(zone))) }
    } else if let source = try unresolved.text("on") {
      timing = .expression(source)
    }
    let every = try detail.number("every")
    let isForever = try Self.isForever(detail)
    let times = isForever ? nil : try detail.number("repeat")
    if let date = try detail.number("at") {
      attributes.append(.init("at", .text(ScheduleWords.date(date))))
      if let every, let count = times.map({ Int(exactly: $0) }) ?? Int?.none, !isForever {
        timing = .date(date, times: count, every: every)
      } else if let every, isForever {
        timing = .date(date, times: nil, every: every)
      }
    }
    if isForever {
      attributes.append(.init("repeat", "forever"))
    } else if let times {
      attributes.append(.init("repeat", .number(times)))
    }
    if let every, isForever || times != 1 {
      attributes.append(.init("everySeconds", .number(every)))
    }
    if let policy = try detail.text("daylightSaving") {
      attributes.append(.init("daylightSaving", .text(policy)))
    }
    for (name, value) in unresolved.attributes.map({ ($0.name, $0.value) })
    where name != "priority" {
      attributes.append(.init(name == "on" ? "schedule" : name, value))
    }
  }

  private static func isForever(_ detail: RecordDetail) throws(RecordDetail.Fault) -> Bool {
    guard case .text(let word)? = detail.values["repeat"] else { return false }
    guard word == "forever" else {
      throw RecordDetail.Fault(
        description: "'repeat' is '\(word)', and must be a number or 'forever'")
    }
    return true
  }

  /// The expressions of a list, or the only one.
  private static func elements(of source: String) -> [String] {
    guard source.hasPrefix("["), source.hasSuffix("]") else { return [source] }
    return source.dropFirst().dropLast().split(separator: ",").map(String.init)
  }
}
