import CommandLineKit
import Foundation
import HarborContracts

extension Command {
  /// Asks a running service.
  static let control = Command(
    CommandSyntax(
      name: "ctl", summary: "Control a running 'harbor serve'.",
      parameters: [
        CommandParameter(
          name: "command", summary: "The command for the console; 'harbor ctl help' lists all.",
          // What is asked most; the service alone knows all.
          suggestions: [
            "status", "health", "list", "call", "explain", "trigger", "task", "schedules", "ledger",
            "pause", "resume", "run-now", "jobs", "form", "graph", "trace", "watch", "stop", "help",
          ]),
        CommandParameter(
          name: "argument", summary: "The arguments of the command.", isOptional: true,
          isRepeated: true),
      ],
      options: [.socket, .json],
      discussion: """
        For example: 'ctl status', 'ctl health', 'ctl list tasks', 'ctl call <url> key=value', \
        'ctl trigger <event> <json>', 'ctl run-now <name>', 'ctl ledger', 'ctl trace start', \
        'ctl watch task', 'ctl stop'. If no service answers, 'ctl health' finds it not ready, a URL \
        of 'ctl explain' matches nothing or a task of 'ctl run-now' does not succeed, the exit \
        code is 1.
        """),
    launch: .none
  ) { invocation in
    let words = invocation.arguments.words
    let path: String
    do throws(BridgeConsoleError) {
      path = try invocation.consolePath
      if words[0] != "watch" {
        let client = try BridgeConsole.Client(connectingTo: path)
        let arguments = try invocation.requestArguments(for: words, asking: client)
        let answer = try client.send(words[0], arguments)
        invocation.show(answer: answer)
        // As of the commands that need no service.
        let failures = [
          "explain": "isMatch", "health": "isReady", "run-now": "isSuccess", "task": "isSuccess",
        ]
        guard let key = failures[words[0]], answer[key] == false else { return }
      }
    } catch {
      throw invocation.ending(for: error)
    }
    guard words[0] == "watch" else { throw AppExit.failure }
    do {
      for try await event in invocation.events(of: path, Array(words.dropFirst())) {
        invocation.show(event: event)
      }
    } catch let error as BridgeConsoleError {
      throw invocation.ending(for: error)
    }
  }
}

extension Invocation {
  /// The path of the service's console.
  var consolePath: String {
    get throws(BridgeConsoleError) {
      if let path = arguments.value(.socket) { return path }
      return try Bridge.consolePath(ofApp: Harbor.name)
    }
  }

  /// The arguments of a request, by the names that the console has for them.
  fileprivate func requestArguments(
    for words: [String], asking client: BridgeConsole.Client
  ) throws(BridgeConsoleError) -> [String: ConsoleValue] {
    guard words.count > 1 else { return [:] }
    if words[0] == "jobs" { return try jobsRequest(for: Array(words.dropFirst())) }
    let known = try client.send("help").array ?? []
    let names =
      known.first { $0["name"]?.string == words[0] }?["arguments"]?.array?.compactMap(\.string)
      ?? []
    var request: [String: ConsoleValue] = [:]
    var rest = words.dropFirst()
    for name in names {
      guard let word = rest.first else { break }
      switch name {
      case "parameters":
        request[name] = .object(try pairsOfRequest(rest))
        rest = []
      case "value", "capacity", "limit":
        request[name] = (try? ConsoleValue(parsing: word)) ?? .string(word)
        rest.removeFirst()
      default:
        request[name] = .string(word)
        rest.removeFirst()
      }
    }
    // The console knows the commands, and what to suggest for one that is unknown.
    if let extra = rest.first, !names.isEmpty {
      throw BridgeConsoleError(.badArgument, "'\(words[0])' does not take '\(extra)'")
    }
    return request
  }

  /// The pairs in words, as values of a request.
  private func pairsOfRequest(
    _ words: ArraySlice<String>
  ) throws(BridgeConsoleError) -> [String: ConsoleValue] {
    do throws(CommandMistake) {
      return try pairs(in: words).mapValues { .string($0) }
    } catch {
      throw BridgeConsoleError(.badArgument, error.message)
    }
  }

  /// Prints what runs in the service, as it ends.
  ///
  /// Asked for on a thread of its own, as asking waits: so Ctrl-C need not.
  fileprivate func events(
    of path: String, _ kinds: [String]
  ) -> AsyncThrowingStream<ConsoleValue, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: ConsoleValue.self)
    let terminal = terminal
    Thread.detachNewThread {
      do throws(BridgeConsoleError) {
        let client = try BridgeConsole.Client(connectingTo: path)
        if try client.send("status")["isTracing"] != true {
          try client.send("trace", ["action": "start"])
        }
        try client.watch(kinds.isEmpty ? nil : kinds) {
          terminal.note("watching; press Ctrl-C to stop")
        } _: { event in
          if case .terminated = continuation.yield(event) { false } else { true }
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    return stream
  }

  /// Shows what the console answers.
  fileprivate func show(answer: ConsoleValue) {
    // A recording is for programs, also at a terminal.
    let isRecording = arguments.words == ["trace", "show"]
    if isJSON || isRecording { return show(answer) }
    // An explanation is a text already, which its other values repeat.
    let shown = arguments.words[0] == "explain" ? answer["text"] ?? answer : answer
    terminal.print(shown.readableText(for: terminal))
  }

  /// Shows what has run, on a line.
  fileprivate func show(event: ConsoleValue) {
    // One a line, so that others can read them as they come.
    if isJSON { return terminal.print(event.description) }
    let kind = event["kind"]?.string ?? ""
    let module = event["module"]?.string ?? ""
    let time = event["microseconds"].map { "  \($0.plainText) µs" } ?? ""
    terminal.print(
      "\(terminal.styled(kind, .cyan))  \(event["name"]?.plainText ?? "")  "
        + terminal.styled(module + time, .dim))
  }

  /// Returns the end of the program for an error of a console.
  func ending(for error: BridgeConsoleError) -> any Error {
    let isMistake = error.code == .unknownCommand || error.code == .badArgument
    return isMistake ? mistake(error.message) : AppExit.failed(error.message)
  }
}
