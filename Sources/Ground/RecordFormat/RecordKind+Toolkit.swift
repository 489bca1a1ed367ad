extension RecordKind {
  /// A callback of RheaTime; its key is the event.
  package static let callback: RecordKind = "rhea"
  /// A routing class of Khala; its key is the host of its URLs.
  package static let routingClass: RecordKind = "khla"
  /// A function with `@KhalaCall`; its key is the URL that it calls.
  package static let contract: RecordKind = "khct"
  /// An observer of a shared relay; its key is that of the relay.
  package static let observer: RecordKind = "phob"
  /// The key of a shared relay.
  package static let relayKey: RecordKind = "phky"
  /// A task that events run; its key is its name, as of all tasks.
  package static let eventTask: RecordKind = "task"
  /// A task that notifications run.
  package static let notificationTask: RecordKind = "tnot"
  /// A task that the clock runs.
  package static let scheduledTask: RecordKind = "tsch"
  /// A job; its key is its name.
  package static let job: RecordKind = "tjob"
  /// The mode in which a process runs its tasks.
  package static let taskMode: RecordKind = "tmod"
  /// A wire of Bridge; its key is both ends in words.
  package static let wire: RecordKind = "wire"
  /// A listener to the phases of a process; its key is the phase.
  package static let lifecycleListener: RecordKind = "life"
  /// A use of something that code names only at run time; its key is that name.
  package static let use: RecordKind = "uses"

  private static let nouns: [RecordKind: String] = [
    .callback: "callback", .routingClass: "class", .contract: "contract", .observer: "observer",
    .relayKey: "key", .eventTask: "task", .notificationTask: "task", .scheduledTask: "task",
    .job: "job", .taskMode: "task mode", .wire: "wire", .lifecycleListener: "listener",
    .use: "use",
  ]

  /// The word for a declaration of this kind; a kind that users have defined stands for itself.
  package var noun: String { Self.nouns[self] ?? description }
}
