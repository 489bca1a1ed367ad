import ModuleGraph

extension SampleApp {
  /// What the app was like when it ran.
  static let live = {
    var live = ModuleGraph.Live(
      process: "harbor (4711)", microsecondsSince1970: 1_796_083_200_000_000,
      nodes: [
        "task:RefreshFeed": .init(
          "failed: the server did not answer",
          attributes: [.init("runs", .integer(3)), .init("lastOutcome", "failed")], isFailing: true),
        "relay:cartCount": .init("= 2", attributes: [.init("observers", .integer(2))]),
        "task:NightlySync": .init("next at 02:00", attributes: [.init("paused", false)]),
        "event:userDidLogin": .init("fired once"),
      ],
      trace: .init(spans: spans, startedAt: night), runs: [launch])
    live.store = store
    live.jobs = jobs
    return live
  }()

  /// The store that the app shared with another process, which was killed.
  private static let store: DetailValue = [
    "summary": "the file 'tasks.sqlite' with SQLite 3.50.7 and the write-ahead log",
    "schedules": [
      [
        "task": "NightlySync", "occasion": "every day at 02:00",
        "traits": ["durable", "concurrent"], "next": at(86_400_000_000), "paused": false,
        "unfinished": 1,
      ],
      [
        "task": "Heartbeat", "occasion": "every minute", "traits": ["durable"], "paused": true,
        "unfinished": 0,
      ],
    ],
    "records": [
      [
        "task": "NightlySync", "due": at(0), "state": "running", "number": 12,
        "owner": "web-2:512:9F3C01AB", "token": 41, "claims": 2, "begun": at(16_000_000),
      ],
      [
        "task": "Heartbeat", "due": at(-60_000_000), "state": "missed", "number": 0,
        "missed": [
          "count": 3, "since": at(-180_000_000), "reason": "paused", "text": "the task was paused",
        ],
        "claims": 0, "ended": at(-59_000_000),
      ],
      [
        "task": "Heartbeat", "due": at(-240_000_000), "state": "failed", "number": 7,
        "owner": "web-1:498:77D0E2F4", "token": 40, "claims": 1, "begun": at(-239_990_000),
        "ended": at(-237_490_000), "detail": "the server did not answer",
      ],
      [
        "task": "Heartbeat", "due": at(-300_000_000), "state": "succeeded", "number": 6,
        "owner": "web-1:498:77D0E2F4", "token": 39, "claims": 1, "begun": at(-299_990_000),
        "ended": at(-299_940_000),
      ],
    ],
  ]

  /// 2026-11-30, 02:00:00 UTC, in microseconds.
  static let night: Int64 = 1_796_004_000_000_000

  /// A time so many microseconds after that night.
  static func at(_ microseconds: Int) -> DetailValue { .integer(Int(night) + microseconds) }

  private static let launch = ModuleGraph.Live.Run(
    number: 1, occasion: "didFinishLaunching", duration: 412_300, workerCount: 3,
    criticalPath: ["OpenDatabase", "MigrateDatabase", "LoadCatalog"],
    tasks: [
      .init(name: "LoadSettings", lane: "main", start: 0, duration: 21_000),
      .init(name: "OpenDatabase", lane: "worker 1", start: 1_000, duration: 118_000),
      .init(name: "RestoreSession", lane: "worker 2", start: 1_200, duration: 64_000),
      .init(
        name: "ShowWindow", lane: "main", start: 66_000, wait: 800, duration: 48_000,
        dependencies: ["LoadSettings"]),
      .init(
        name: "LoadProfile", lane: "concurrent", start: 66_500, duration: 190_000,
        dependencies: ["RestoreSession"]),
      .init(
        name: "MigrateDatabase", lane: "worker 1", start: 120_000, duration: 96_000,
        dependencies: ["OpenDatabase"]),
      .init(
        name: "WarmCache", lane: "worker 3", start: 131_000, wait: 12_000, duration: 55_000,
        outcome: "failed: the disk is full", isSuccess: false, dependencies: ["OpenDatabase"]),
      .init(
        name: "LoadCatalog", lane: "worker 1", start: 217_000, wait: 1_000, duration: 195_300,
        dependencies: ["OpenDatabase", "LoadSettings"]),
      .init(
        name: "PrefetchImages", lane: "worker 2", start: 0, duration: 0,
        outcome: "skipped: nothing to fetch", isSuccess: false, attempts: 0),
    ])

  private static let spans: [ModuleGraph.Live.Trace.Span] = [
    .init(
      id: 1, name: "appDidFinishLaunching", kind: "event", module: "App", start: 0, duration: 3_200),
    .init(
      id: 2, name: "prepareKeychain", kind: "callback", module: "Account", start: 300,
      duration: 1_400, cause: 1),
    .init(
      id: 3, name: "registerCells", kind: "callback", module: "Feed", start: 1_800, duration: 900,
      cause: 1),
    .init(
      id: 10, name: "userDidLogin", kind: "event", module: "Account", start: 9_000, duration: 800),
    .init(
      id: 11, name: "event userDidLogin -> task RefreshFeed", kind: "wire", module: "Feed",
      start: 9_200, duration: 40, cause: 10),
    .init(
      id: 12, name: "RefreshFeed", kind: "task", module: "Feed", start: 9_400, duration: 21_000,
      cause: 11),
    .init(
      id: 13, name: "task RefreshFeed -> call kl://Chat/preload", kind: "wire", module: "Feed",
      start: 30_500, duration: 30, cause: 12),
    .init(
      id: 14, name: "kl://Chat/preload", kind: "route", module: "Chat", start: 30_600,
      duration: 4_100, cause: 13),
    .init(
      id: 15, name: "event userDidLogin -> task LoadProfile", kind: "wire", module: "Account",
      start: 9_300, duration: 30, cause: 10),
    .init(
      id: 16, name: "LoadProfile", kind: "task", module: "Account", start: 9_500, duration: 12_000,
      cause: 15, links: ["00-000000000000000000000000000000ab-0000000000000007-01"],
      attributes: ["server": "eu-2"]),
    .init(
      id: 17, name: "profile", kind: "relay", module: "Account", start: 21_600, duration: 300,
      cause: 16),
    .init(
      id: 20, name: "didBecomeActive", kind: "lifecycle", module: "App", start: 40_000, duration: 0),
  ]
}
