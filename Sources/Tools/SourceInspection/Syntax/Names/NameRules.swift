import ModuleGraph

/// The arguments in the API of the toolkit that contain names.
///
/// Callees have the spelling of the code that uses them. `#` marks a macro and `@` an attribute. A
/// function with a type, such as `Rhea.trigger`, belongs to this type, or to a value whose
/// expression begins or ends with this word. A function with only a dot, such as `.runTask`, can
/// belong to any value. The first rule that matches an argument is used.
enum NameRules {
  // Modules and their routes.
  private static let khala: [NameRule] = [
    NameRule("Khala", "str", .url, .calls),
    NameRule("Khala", "url", .url, .calls),
    NameRule("Khala", "external", .url, .calls),
    NameRule("KhalaNotify", "str", .url, .notifies),
    NameRule("KhalaNotify", "url", .url, .notifies),
    NameRule("Khala.open", "external", .url, .calls),
    NameRule("Khala.fallback", "to", .url, .calls),
    NameRule("Khala.explain", "_", .url, .names),
    NameRule("Khala.intercept", "_", .url, .names),
    NameRule("Khala.intercept", "_", .url, .names),
    NameRule("Khala.withStub", "_", .url, .names),
    NameRule("Khala.route", "_", .url, .declares),
    NameRule("Khala.route", "_", .url, .declares),
    NameRule("@KhalaCall", "_", .url, .calls),
  ]

  // Events.
  private static let rheaTime: [NameRule] = [
    NameRule("#rhea", "time", .event, .listens),
    NameRule("#rhea", "formerly…", .event, .declares),
    NameRule(".trigger", "event", .event, .triggers),
    NameRule("Rhea.run", "event", .event, .triggers),
    NameRule("Rhea.simulate", "_", .event, .triggers),
    NameRule("Rhea.on", "_", .event, .listens),
    NameRule("RheaScope.on", "_", .event, .listens),
    NameRule("Rhea.removeSticky", "_", .event, .names),
    NameRule("Rhea.hasFired", "_", .event, .names),
    NameRule("Rhea.callbacks", "for", .event, .names),
    NameRule("Rhea.explain", "_", .event, .names),
    NameRule("RheaContext", "event", .event, .names),
  ]

  // Relays that modules share.
  private static let pharos: [NameRule] = [
    NameRule("SharedRelay.of", "_", .relay),
    NameRule("SharedRelay.existing", "_", .relay),
    NameRule("#observer", "of", .relay, .observes),
    NameRule("SharedRelays.explain", "_", .relay, .names),
  ]

  // Tasks that a declaration describes.
  private static let declaredTasks: [NameRule] = [
    NameRule("#task", "_", .task, .declares),
    NameRule("#task", "on", .taskEvent, .runs),
    NameRule("#task", "dependsOn", .task, .dependsOn),
    NameRule("#task", "after", .task, .after),
    NameRule("#task", "_…", .trait),
    NameRule("@EventTask", "_", .task, .declares),
    NameRule("@EventTask", "on", .taskEvent, .runs),
    NameRule("@EventTask", "dependsOn", .task, .dependsOn),
    NameRule("@EventTask", "after", .task, .after),
    NameRule("@EventTask", "_…", .trait),
    NameRule("#notification", "_", .task, .declares),
    NameRule("#notification", "on", .notification, .runs),
    NameRule("#notification", "dependsOn", .task, .dependsOn),
    NameRule("#notification", "after", .task, .after),
    NameRule("#notification", "_…", .trait),
    NameRule("@NotificationTask", "_", .task, .declares),
    NameRule("@NotificationTask", "on", .notification, .runs),
    NameRule("@NotificationTask", "dependsOn", .task, .dependsOn),
    NameRule("@NotificationTask", "after", .task, .after),
    NameRule("@NotificationTask", "_…", .trait),
    NameRule("#schedule", "_", .task, .declares),
    NameRule("#schedule", "on", .schedule),
    NameRule("#schedule", "cron", .cron, .names),
    NameRule("#schedule", "zone", .timeZone, .names),
    NameRule("#schedule", "_…", .trait),
    NameRule("@ScheduledTask", "_", .task, .declares),
    NameRule("@ScheduledTask", "on", .schedule),
    NameRule("@ScheduledTask", "cron", .cron, .names),
    NameRule("@ScheduledTask", "zone", .timeZone, .names),
    NameRule("@ScheduledTask", "_…", .trait),
    NameRule("#timer", "_", .task, .declares),
    NameRule("#timer", "_…", .trait),
    NameRule("@TimerTask", "_", .task, .declares),
    NameRule("@TimerTask", "_…", .trait),
  ]

  // Tasks in code.
  private static let tasks: [NameRule] = [
    NameRule(".runTask", "named", .task, .runs),
    NameRule(".runTask", "_", .task, .runs),
    NameRule("TaskManager.trigger", "_", .taskEvent, .triggers),
    NameRule("manager.trigger", "_", .taskEvent, .triggers),
    NameRule("TaskManager.run", "_", .taskEvent, .triggers),
    NameRule("manager.run", "_", .taskEvent, .triggers),
    NameRule("TaskManager.simulate", "_", .taskEvent, .triggers),
    NameRule("manager.simulate", "_", .taskEvent, .triggers),
    NameRule("TaskManager.dryRun", "of", .taskEvent, .names),
    NameRule("manager.dryRun", "of", .taskEvent, .names),
    NameRule(".injectEventTask", "name", .task, .declares),
    NameRule(".injectEventTask", "event", .taskEvent, .runs),
    NameRule(".injectEventTask", "dependencies", .task, .dependsOn),
    NameRule(".injectEventTask", "after", .task, .after),
    NameRule(".injectEventTask", "traits", .trait),
    NameRule(".injectNotificationTask", "name", .task, .declares),
    NameRule(".injectNotificationTask", "notification", .notification, .runs),
    NameRule(".injectNotificationTask", "dependencies", .task, .dependsOn),
    NameRule(".injectNotificationTask", "after", .task, .after),
    NameRule(".injectNotificationTask", "traits", .trait),
    NameRule(".scheduleTask", "name", .task, .declares),
    NameRule(".scheduleTask", "on", .schedule),
    NameRule(".scheduleTask", "traits", .trait),
    NameRule(".destroyTask", "named", .task, .names),
    NameRule(".pauseTask", "named", .task, .names),
    NameRule(".resumeTask", "named", .task, .names),
    NameRule(".cancelTask", "named", .task, .names),
    NameRule(".storedLedger", "of", .task, .names),
    NameRule("TaskManager.explain", "_", .task, .names),
    NameRule("manager.explain", "_", .task, .names),
    NameRule("TaskManager.watch", "_", .task, .names),
    NameRule("manager.watch", "_", .task, .names),
    NameRule("TaskManager.reach", "_", .taskEvent, .triggers),
    NameRule("manager.reach", "_", .taskEvent, .triggers),
    NameRule(".hasReached", "_", .taskEvent, .names),
    // Only in a call without `await`: see the steps of jobs.
    NameRule("context.result", "of", .task, .reads),
  ]

  // Jobs.
  private static let jobs: [NameRule] = [
    NameRule("#job", "_", .job, .declares),
    NameRule(".enqueue", "_", .job, .enqueues),
    NameRule("FlowStep", "_", .job, .enqueues),
    NameRule("FlowStep", "as", .step, .declares),
    // Only in a call with `await`, because a task reads the result of another task without waiting.
    NameRule(".result", "of", .step, .names),
    NameRule("Jobs.handle", "_", .job, .declares),
    NameRule("jobs.handle", "_", .job, .declares),
    NameRule("Jobs.watch", "_", .job, .names),
    NameRule("jobs.watch", "_", .job, .names),
  ]

  // Wires, and declared uses.
  private static let bridge: [NameRule] = [
    NameRule("#bridge", "on", .wireEnd(.wireFrom)),
    NameRule("#bridge", "to", .wireEnd(.wireTo)),
    NameRule("#bridge", "run…", .task, .wireTo),
    NameRule("#bridge", "call", .url, .wireTo),
    NameRule("#bridge", "job", .job, .wireTo),
    NameRule("#bridge", "durable", .job, .declares),
    NameRule("#bridge", "join", .event, .wireFrom),
    NameRule("#bridge", "with", .taskEvent, .wireTo),
    NameRule("Bridge.connect", "_", .wireEnd(.wireFrom)),
    NameRule("Bridge.connect", "to", .wireEnd(.wireTo)),
    NameRule("Bridge.join", "_", .event, .wireFrom),
    NameRule("Bridge.join", "with", .taskEvent, .wireTo),
    NameRule("#uses", "_…", .url, .calls),
    NameRule("#uses", "event…", .event, .triggers),
    NameRule("#uses", "task…", .task, .runs),
    NameRule("#uses", "job…", .job, .enqueues),
    NameRule("#uses", "relay…", .relay, .reads),
    NameRule("#uses", "notification…", .notification, .triggers),
  ]

  // Notifications of Foundation.
  private static let notifications: [NameRule] = [
    NameRule(".post", "name", .notification, .triggers),
    NameRule("NotificationCenter.post", "_", .notification, .triggers),
    NameRule(".addObserver", "forName", .notification, .observes),
    NameRule(".addObserver", "name", .notification, .observes),
    NameRule(".notifications", "named", .notification, .observes),
    NameRule("NotificationCenter.publisher", "for", .notification, .observes),
  ]

  // Schedules.
  private static let schedules: [NameRule] =
    scheduleParts + [
      NameRule("ScheduleZone", "_", .timeZone, .names),
      NameRule("CronExpression", "_", .cron, .names),
    ]

  // Constants that are made where they are used.
  private static let constants: [NameRule] = [
    NameRule("RheaEvent", "_", .event, .names),
    NameRule("RheaEvent", "rawValue", .event, .names),
    NameRule("TypedRheaEvent", "_", .event, .names),
    NameRule("RelayKey", "_", .relay, .names),
    NameRule("TaskMilestone", "rawValue", .taskEvent, .names),
    NameRule("TaskReference", "_", .task, .names),
    NameRule("Notification.Name", "_", .notification, .names),
    NameRule("Notification.Name", "rawValue", .notification, .names),
  ]

  /// The rules by the name of the macro, the attribute or the function.
  static let all = grouped(
    khala + rheaTime + pharos + declaredTasks + tasks + jobs + bridge + notifications + schedules
      + constants)

  /// The rules for the parts of a wire's end, which get the verb of the end.
  static let wireEnds = grouped([
    NameRule(".event", "_", .event, .names),
    NameRule(".call", "_", .url, .names),
    NameRule(".task", "_", .task, .names),
    NameRule(".task", "_…", .task, .names),
    NameRule(".tasks", "_", .task, .names),
    NameRule(".taskEvent", "_", .taskEvent, .names),
    NameRule(".job", "_", .job, .names),
    NameRule(".relay", "_", .relay, .names),
    NameRule(".relay", "named", .relay, .names),
    NameRule(".changes", "of", .relay, .names),
    NameRule(".notification", "_", .notification, .names),
  ])

  private static let scheduleParts = [
    NameRule(".cron", "_", .cron, .names),
    NameRule(".cron", "zone", .timeZone, .names),
    NameRule(".cron", "in", .timeZone, .names),
    NameRule(".daily", "at…", .calendar, .names),
    NameRule(".daily", "in", .timeZone, .names),
    NameRule(".weekdays", "at…", .calendar, .names),
    NameRule(".weekdays", "in", .timeZone, .names),
    NameRule(".weekly", "at", .calendar, .names),
    NameRule(".weekly", "in", .timeZone, .names),
    NameRule(".monthly", "at", .calendar, .names),
    NameRule(".monthly", "in", .timeZone, .names),
    NameRule(".yearly", "at", .calendar, .names),
    NameRule(".every", "at", .calendar, .names),
    NameRule(".every", "anchor", .calendar, .names),
    NameRule(".every", "in", .timeZone, .names),
  ]

  /// The parts of a schedule.
  static let scheduleEnds = grouped(scheduleParts)

  /// The traits of a task that name something.
  static let traits = grouped([NameRule(".before", "_", .taskEvent, .names)])

  private static func grouped(_ rules: [NameRule]) -> [String: [NameRule]] {
    Dictionary(grouping: rules, by: \.name)
  }
}
