import Foundation

extension ConsoleCommand {
  /// Lists the tasks that a clock runs, and the store of the durable ones.
  static let schedules = ConsoleCommand(
    "schedules", "Shows the scheduled tasks with their next fire times, and their store.",
    effect: .reads
  ) { _, _ in
    [
      "store": await TaskManager.shared.storeSummary.map { .string($0) } ?? .null,
      "schedules": .array(ConsoleListing.schedules()),
    ]
  }

  /// Lists the outcomes of fires.
  static let ledger = ConsoleCommand(
    "ledger",
    """
    Shows the outcome of the latest fires, or only of one task: in this process, and \
    'stored' in all processes that share its store.
    """,
    parameters: ["task", "limit"], effect: .reads
  ) { arguments, _ in
    let task = try arguments.optionalText("task")
    let limit = try arguments.optionalInteger("limit") ?? 20
    guard (1...1_000).contains(limit) else {
      throw BridgeConsoleError(
        .badArgument, "the argument 'limit' of 'ledger' must be from 1 to 1000, not \(limit)")
    }
    let manager = TaskManager.shared
    let names = Set(manager.list.map(\.name))
    let stored = try await manager.storedLedger(of: task, limit: limit)
    let here = manager.ledger.entries.lazy.filter { task == nil || $0.task == task }
    if let task, !names.contains(task), stored.isEmpty, here.isEmpty {
      throw BridgeConsoleError.unknown("task", task, among: names.sorted(), code: .notFound)
    }
    return [
      "here": .array(here.suffix(limit).reversed().map(describe)),
      "stored": .array(stored.map(describe)),
    ]
  }

  private static func describe(_ entry: TaskLedger.Entry) -> ConsoleValue {
    var fate = "ran"
    var late: ConsoleValue = .null
    switch entry.fate {
    case .ran(let lateness): late = .number(lateness / .seconds(1))
    case .missed(let reason): fate = "missed: \(reason.words)"
    }
    return [
      "task": .string(entry.task), "due": .string(entry.fireTime.formatted(.iso8601)),
      "count": .integer(entry.count), "fate": .string(fate), "secondsLate": late,
    ]
  }

  private static func describe(_ record: LedgerRecord) -> ConsoleValue {
    func date(_ time: TaskTime?) -> ConsoleValue {
      time.map { .string($0.date.formatted(.iso8601)) } ?? .null
    }
    return [
      "task": .string(record.task), "due": date(record.fireTime),
      "state": .string("\(record.state)"),
      "owner": record.owner.map { .string($0) } ?? .null,
      "token": record.token.map { .integer(Int($0)) } ?? .null,
      "claims": .integer(record.claims), "begun": date(record.startTime),
      "ended": date(record.endTime),
      "missed": record.missed.map { .string("\($0.count): \($0.reason.words)") } ?? .null,
      "detail": record.detail.map { .string($0) } ?? .null,
    ]
  }
}

extension ConsoleCommand {
  /// Calls a route.
  static let call = ConsoleCommand(
    "call",
    """
    Calls a route by its URL or its pattern, with values for its parameters, and shows its result.
    """,
    parameters: ["url", "parameters"]
  ) { arguments, _ in
    var url = try arguments.text("url")
    var parameters = try arguments.optionalObject("parameters") ?? [:]
    // A URL contains no braces, so this is the pattern of a route, such as 'kl://berths/{number}'.
    if url.contains("{") {
      do throws(KhalaError) {
        url = try Khala.url(url, parameters.mapValues { $0.sendable })
        parameters = [:]
      } catch {
        throw BridgeConsoleError(.badArgument, error.message)
      }
    }
    guard
      let call = Khala(
        str: url,
        params: Dictionary(
          uniqueKeysWithValues: parameters.compactMap { name, value in
            value.sendable.map { (AnyHashable(name), $0 as Any) }
          }))
    else {
      throw BridgeConsoleError(.badArgument, "'\(url)' is not a URL, such as 'kl://Cart/add?id=7'")
    }
    do throws(KhalaError) {
      return ConsoleValue(showing: try await call.callAsync(as: (any Sendable)?.self))
    } catch {
      throw BridgeConsoleError(.failed, error.description)
    }
  }

  /// Explains to which route a URL leads.
  static let explain = ConsoleCommand(
    "explain", "Explains which route a URL matches, without calling it.", parameters: ["url"],
    effect: .readsAndShares
  ) { arguments, _ in
    let explanation = Khala.explain(try arguments.text("url"))
    return [
      "url": .string(explanation.url), "isMatch": .bool(explanation.isMatch),
      "routes": .array(explanation.routes.map { .string("\($0)") }),
      "steps": .array(explanation.steps.map { .string($0) }),
      "text": .string("\(explanation)"),
    ]
  }

  /// Triggers an event.
  static let trigger = ConsoleCommand(
    "trigger", "Triggers an event, with a value if it takes one, and waits for its callbacks.",
    parameters: ["event", "value"]
  ) { arguments, _ in
    let name = try arguments.text("event")
    let event = RheaEvent(rawValue: name)
    let count = Rhea.callbacks(for: event).count
    guard count > 0 else {
      throw BridgeConsoleError.unknown(
        "callback for an event", name, among: ConsoleListing.eventNames, code: .notFound)
    }
    guard ![RheaEvent.load, .premain, .appDidFinishLaunching].contains(event) else {
      throw BridgeConsoleError(
        .badArgument, "'\(name)' occurs once, with the launch, and cannot be triggered")
    }
    await Rhea.run(event: event, param: try value(arguments.values["value"] ?? .null, of: event))
    return ["event": .string(name), "callbacks": .integer(count)]
  }

  /// Decodes the value of an event, if its callbacks take one of a known type.
  private static func value(
    _ value: ConsoleValue, of event: RheaEvent
  ) throws(BridgeConsoleError) -> (any Sendable)? {
    guard let payload = Rhea.payload(of: event) else { return value.sendable }
    guard let type = payload as? any (Decodable & Sendable).Type else {
      throw BridgeConsoleError(
        .badArgument,
        """
        '\(event)' has a value of the type '\(payload)', which is not 'Decodable': add the \
        conformance, or trigger the event in the app
        """)
    }
    do {
      return try ConsoleCoding.value(type, from: try ConsoleCoding.bytes(of: value))
    } catch {
      throw BridgeConsoleError(
        .badArgument, "the argument 'value' is not a '\(type)', which '\(event)' has: \(error)")
    }
  }
}
