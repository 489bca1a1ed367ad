import ModuleGraph

extension SampleApp {
  /// The jobs in the store of the app: a queue that is well, one that is paused, one that fails.
  static let jobs: DetailValue = [
    "window": 60_000_000, "partial": true,
    "all": [
      "counts": [
        "waiting": 1_204, "delayed": 3, "running": 2, "succeeded": 8_120, "failed": 5, "blocked": 1,
        "skipped": 2,
      ],
      "ended": 750, "endsPerSecond": 12.5,
      "waiting": ["count": 700, "p50": 4_200, "p95": 88_000, "p99": 1_400_000],
      "running": ["count": 750, "p50": 21_000, "p95": 310_000, "p99": 2_250_000],
    ],
    "queues": [
      [
        "name": "mail", "paused": false,
        "numbers": [
          "counts": ["waiting": 4, "delayed": 3, "running": 1, "succeeded": 8_000, "failed": 4],
          "ended": 749, "endsPerSecond": 12.483, "oldestWaiting": 2_500_000,
          "waiting": ["count": 700, "p50": 4_200, "p95": 88_000, "p99": 1_400_000],
          "running": ["count": 749, "p50": 21_000, "p95": 310_000, "p99": 2_250_000],
        ],
      ],
      [
        "name": "pictures", "paused": true,
        "numbers": ["counts": ["waiting": 1_200], "ended": 0, "endsPerSecond": 0],
      ],
      [
        "name": "ships", "paused": false,
        "numbers": [
          "counts": ["running": 1, "succeeded": 120, "failed": 1, "blocked": 1, "skipped": 2],
          "ended": 1, "endsPerSecond": .number(1.0 / 60),
          "running": ["count": 1, "p50": 900, "p95": 900, "p99": 900],
        ],
      ],
    ],
    "failures": [
      [
        "job": "SendInvoice", "error": "the mail server did not answer", "count": 3, "latest": 812,
      ],
      ["job": "Clear", "error": "customs: a paper is missing", "count": 1, "latest": 902],
      ["job": "SendReminder", "error": "no such customer", "count": 1, "latest": 700],
    ],
    "running": [
      [
        "id": 911, "name": "Load", "queue": "ships", "attempt": 1, "begun": at(5_000_000),
        "owner": "web-2:512:9F3C01AB", "progress": 0.42, "cancelling": false,
      ],
      [
        "id": 815, "name": "SendInvoice", "queue": "mail", "attempt": 2, "begun": at(6_000_000),
        "owner": "web-1:498:77D0E2F4", "cancelling": true,
      ],
    ],
    "deadLetters": [
      [
        "id": 902, "name": "Clear", "queue": "ships", "attempts": 5, "ended": at(-4_000_000),
        "error": "customs: a paper is missing",
      ],
      [
        "id": 812, "name": "SendInvoice", "queue": "mail", "attempts": 8, "ended": at(-9_000_000),
        "error": "the mail server did not answer",
      ],
      [
        "id": 811, "name": "SendInvoice", "queue": "mail", "attempts": 8, "ended": at(-9_500_000),
        "error": "the mail server did not answer", "tags": ["vip"],
      ],
      [
        "id": 700, "name": "SendReminder", "queue": "mail", "attempts": 1,
        "error": "no such customer",
      ],
    ],
    "flows": [departure, arrival],
    "listeners": [
      ["event": "shipDidSail", "job": "SendInvoice", "open": 3, "failed": 2, "oldest": 90_000_000],
      ["event": "shipDidSail", "job": "SendReminder", "open": 0, "failed": 1],
    ],
    "heldKeys": [
      [
        "job": "SendInvoice", "key": "Aurora", "id": 815, "attempt": 2,
        "error": "the mail server did not answer", "waiting": 2,
      ]
    ],
  ]

  private static let departure: DetailValue = [
    "id": 911, "name": "Departure", "partial": false,
    "steps": [
      step(911, "Load", "Load", "running"),
      step(912, "Clear", "Clear", "succeeded"),
      step(913, "Depart", "Sail", "blocked", after: [911, 912]),
    ],
  ]

  private static let arrival: DetailValue = [
    "id": 901, "name": "Arrival", "partial": true,
    "steps": [
      step(901, "Moor", "Moor", "succeeded"),
      step(902, "Clear", "Clear", "failed", after: [901], "customs: a paper is missing"),
      step(
        903, "Unload", "Unload", "skipped", after: [902],
        "'Clear' (job 902), a step before it, failed: customs: a paper is missing"),
      step(
        904, "Bill", "SendInvoice", "skipped", after: [901, 903],
        "'Clear' (job 902), a step before it, failed: customs: a paper is missing"),
    ],
  ]

  /// Describes a step of a flow.
  static func step(
    _ id: Int, _ name: String, _ job: String, _ state: String, after: DetailValue = [],
    _ detail: String? = nil
  ) -> DetailValue {
    DetailValue(members: [
      "id": .integer(id), "name": .string(name), "job": .string(job), "state": .string(state),
      "after": after, "detail": detail.map(DetailValue.string),
    ])
  }
}
