extension ConsoleCommand {
  /// Calls a route.
  static let call = ConsoleCommand(
    "call", "Calls a route by its URL, with values for its parameters, and shows its result.",
    parameters: ["url", "parameters"]
  ) { arguments, _ in
    let url = try arguments.text("url")
    let parameters = try arguments.optionalObject("parameters") ?? [:]
    guard
      let call = Khala(
        str: url,
        params: Dictionary(
          uniqueKeysWithValues: parameters.compactMap { name, value in
            value.sendable.map { (AnyHashable(name), $0 as Any) }
          }))
    else {
      throw BridgeConsoleError(.badArgument, "'\(url)' is no URL, such as 'kl://Cart/add?id=7'")
    }
    do throws(KhalaError) {
      return ConsoleValue(showing: try await call.callAsync(as: (any Sendable)?.self))
    } catch {
      throw BridgeConsoleError(.failed, error.description)
    }
  }

  /// Says where a URL leads.
  static let explain = ConsoleCommand(
    "explain", "Says where a URL leads, and why, without calling anything.", parameters: ["url"]
  ) { arguments, _ in
    let explanation = Khala.explain(try arguments.text("url"))
    return [
      "url": .string(explanation.url), "isMatch": .bool(explanation.isMatch),
      "routes": .array(explanation.routes.map { .string("\($0)") }),
      "steps": .array(explanation.steps.map { .string($0) }),
      "text": .string("\(explanation)"),
    ]
  }

  /// Brings an event about.
  static let trigger = ConsoleCommand(
    "trigger", "Brings an event about, with a value if it has one, and waits for its callbacks.",
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
    await Rhea.run(event: event, param: arguments.values["value"]?.sendable)
    return ["event": .string(name), "callbacks": .integer(count)]
  }
}
