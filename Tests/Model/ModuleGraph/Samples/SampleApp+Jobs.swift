import ModuleGraph

extension SampleApp {
  /// The jobs in the store of the app: a queue that is well, one that is paused, one that fails.
  static let jobs = ModuleGraph.Live.Jobs(
    window: 60_000_000, isPartial: true,
    all: .init(
      counts: [
        "waiting": 1_204, "delayed": 3, "running": 2, "succeeded": 8_120, "failed": 5, "blocked": 1,
        "skipped": 2,
      ],
      ended: 750, endsPerSecond: 12.5,
      waiting: .init(count: 700, p50: 4_200, p95: 88_000, p99: 1_400_000),
      running: .init(count: 750, p50: 21_000, p95: 310_000, p99: 2_250_000)),
    queues: [
      .init(
        name: "mail",
        numbers: .init(
          counts: ["waiting": 4, "delayed": 3, "running": 1, "succeeded": 8_000, "failed": 4],
          ended: 749, endsPerSecond: 12.483,
          waiting: .init(count: 700, p50: 4_200, p95: 88_000, p99: 1_400_000),
          running: .init(count: 749, p50: 21_000, p95: 310_000, p99: 2_250_000))),
      .init(name: "pictures", isPaused: true, numbers: .init(counts: ["waiting": 1_200])),
      .init(
        name: "ships",
        numbers: .init(
          counts: ["running": 1, "succeeded": 120, "failed": 1, "blocked": 1, "skipped": 2],
          ended: 1, endsPerSecond: 1.0 / 60,
          running: .init(count: 1, p50: 900, p95: 900, p99: 900))),
    ],
    failures: [
      .init(job: "SendInvoice", error: "the mail server did not answer", count: 3, latest: 812),
      .init(job: "Clear", error: "customs: a paper is missing", count: 1, latest: 902),
      .init(job: "SendReminder", error: "no such customer", count: 1, latest: 700),
    ],
    running: [
      .init(
        id: 911, name: "Load", queue: "ships", attempt: 1, begun: night + 5_000_000,
        owner: "web-2:512:9F3C01AB", progress: 0.42),
      .init(
        id: 815, name: "SendInvoice", queue: "mail", attempt: 2, begun: night + 6_000_000,
        owner: "web-1:498:77D0E2F4", isCancelling: true),
    ],
    deadLetters: [
      .init(
        id: 902, name: "Clear", queue: "ships", attempts: 5, ended: night - 4_000_000,
        error: "customs: a paper is missing"),
      .init(
        id: 812, name: "SendInvoice", queue: "mail", attempts: 8, ended: night - 9_000_000,
        error: "the mail server did not answer"),
      .init(
        id: 811, name: "SendInvoice", queue: "mail", attempts: 8, ended: night - 9_500_000,
        error: "the mail server did not answer", tags: ["vip"]),
      .init(
        id: 700, name: "SendReminder", queue: "mail", attempts: 1, error: "no such customer"),
    ],
    flows: [
      .init(
        id: 911, name: "Departure",
        steps: [
          .init(id: 911, name: "Load", job: "Load", state: "running"),
          .init(id: 912, name: "Clear", job: "Clear", state: "succeeded"),
          .init(id: 913, name: "Depart", job: "Sail", state: "blocked", after: [911, 912]),
        ]),
      .init(
        id: 901, name: "Arrival",
        steps: [
          .init(id: 901, name: "Moor", job: "Moor", state: "succeeded"),
          .init(
            id: 902, name: "Clear", job: "Clear", state: "failed", after: [901],
            detail: "customs: a paper is missing"),
          .init(
            id: 903, name: "Unload", job: "Unload", state: "skipped", after: [902],
            detail: "'Clear' (job 902), a step before it, failed: customs: a paper is missing"),
          .init(
            id: 904, name: "Bill", job: "SendInvoice", state: "skipped", after: [901, 903],
            detail: "'Clear' (job 902), a step before it, failed: customs: a paper is missing"),
        ], isPartial: true),
    ])
}
