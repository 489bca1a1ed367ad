import CommandLineKit
import HarborContracts
import Synchronization

extension Command {
  /// A call of a route.
  static let call = Command(
    CommandSyntax(
      name: "call", summary: "Call a route by its URL, and show its result.",
      parameters: [
        CommandParameter(name: "url", summary: "The URL, such as kl://Module/function?key=value."),
        CommandParameter(
          name: "key=value", summary: "Values for its parameters.", isOptional: true,
          isRepeated: true),
      ],
      options: [.json],
      discussion: "If the route does not exist or throws, the exit code is 1.")
  ) { invocation in
    let url = invocation.arguments.words[0]
    let pairs = try invocation.pairs(in: invocation.arguments.words.dropFirst())
    let parameters = Dictionary(uniqueKeysWithValues: pairs.map { (AnyHashable($0), $1 as Any) })
    guard let call = Khala(str: url, params: parameters) else {
      throw invocation.mistake("'\(url)' is not a URL")
    }
    let result: (any Sendable)?
    do throws(KhalaError) {
      result = try await call.callAsync(as: (any Sendable)?.self)
    } catch {
      let explanation = Khala.explain(url)
      throw AppExit.failed(explanation.isMatch ? error.message : explanation.missMessage)
    }
    let shown = ConsoleValue(showing: result)
    if invocation.isJSON { return invocation.show(shown) }
    if shown != .null { invocation.terminal.print(shown.readableText(for: invocation.terminal)) }
  }

  /// Explains where a URL leads.
  static let explain = Command(
    CommandSyntax(
      name: "explain", summary: "Explain which route a URL matches, without calling it.",
      parameters: [CommandParameter(name: "url", summary: "The URL.")], options: [.json],
      discussion: "If the URL matches no route, the exit code is 1.")
  ) { invocation in
    let explanation = Khala.explain(invocation.arguments.words[0])
    if invocation.isJSON {
      invocation.show([
        "url": .string(explanation.url), "isMatch": .bool(explanation.isMatch),
        "routes": .texts(explanation.routes.map(\.url)),
        "captures": .object(
          Dictionary(explanation.captures.map { ($0.name, .string($0.value)) }) { $1 }),
        "steps": .texts(explanation.steps),
        "nearest": .texts(explanation.candidates.map(\.route.url)),
      ])
    } else {
      invocation.terminal.print("\(explanation)")
    }
    if !explanation.isMatch { throw AppExit.failure }
  }

  /// An event, brought about.
  static let trigger = Command(
    CommandSyntax(
      name: "trigger", summary: "Trigger an event, and show what ran because of it.",
      parameters: [
        CommandParameter(
          name: "event", summary: "The name of the event; 'harbor events' lists them."),
        CommandParameter(name: "json", summary: "The value of the event.", isOptional: true),
      ],
      options: [.json]),
    isTraced: true
  ) { invocation in
    let words = invocation.arguments.words
    let event = RheaEvent(rawValue: words[0])
    guard !Rhea.callbacks(for: event).isEmpty else {
      let names = EventList.names
      throw AppExit.failed(
        "nothing listens to an event '\(words[0])'\(NameHint.text(for: words[0], among: names))")
    }
    guard ![RheaEvent.load, .premain, .appDidFinishLaunching].contains(event) else {
      throw AppExit.failed("'\(event)' occurs once, with the launch, and has already occurred")
    }
    let value = try words.dropFirst().first.map { text in
      do { return try ConsoleValue(parsing: text) } catch {
        throw invocation.mistake("'\(text)' is not JSON; strings need quotes")
      }
    }
    let problems = Mutex<[String]>([])
    Rhea.errorHandler = { error in problems.withLock { $0.append(error.message) } }
    let earlier = Set(Trace.snapshot().spans.map(\.id))
    await Rhea.run(event: event, param: value?.sendable)
    let tree = CauseTree(Trace.snapshot().spans.filter { !earlier.contains($0.id) })
    invocation.show(tree.table(isIndented: !invocation.isJSON), none: "nothing ran")
    if let problem = problems.withLock({ $0.first }) { throw AppExit.failed(problem) }
  }
}

extension Invocation {
  /// The pairs in words such as `key=value`; of a key that is there twice the last
  /// counts.
  func pairs(in words: some Sequence<String>) throws(CommandMistake) -> [String: String] {
    var pairs: [String: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw mistake("'\(word)' is not a pair such as key=value")
      }
      pairs[String(parts[0])] = String(parts[1])
    }
    return pairs
  }
}

extension KhalaExplanation {
  /// Why a call does not arrive, with what may have been meant.
  fileprivate var missMessage: String {
    let reason =
      fault ?? refusal.map { "'\(url)' is rejected: \($0)" } ?? "'\(url)' matches nothing"
    let names = nearestClasses + nearestFunctions
    let nearest = (names.isEmpty ? nearestLiterals : names).map { "'\($0)'" }
    let hint = nearest.isEmpty ? "." : "; did you mean \(nearest.joined(separator: " or "))?"
    return "\(reason)\(hint) 'harbor routes' lists all routes."
  }
}
