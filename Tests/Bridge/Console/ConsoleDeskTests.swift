import ModularityTestSupport
import Testing

@testable import Bridge

/// The console's commands, without a socket.
@Suite struct ConsoleDeskTests {
  private let desk = ConsoleDesk(context: nil)

  private func failure(
    _ command: String, _ arguments: [String: ConsoleValue] = [:]
  ) async -> BridgeConsoleError? {
    do throws(BridgeConsoleError) {
      _ = try await desk.run(command, arguments)
      return nil
    } catch {
      return error
    }
  }

  @Test func `A desk runs the commands of a console`() async throws {
    let status = try await desk.run("status")
    #expect(status.value["process"]?.integer != nil)
    #expect(status.value["clients"] == 0)
    status.finish()
    let listed = try await desk.run("list", ["kind": "wires"]).value
    #expect(listed["wires"]?.array != nil)
    let help = try await desk.run("help").value
    #expect(help.array?.count == ConsoleCommands.forPages.all.count)
  }

  @Test func `A desk rejects what a console rejects`() async {
    let unknown = await failure("lst")
    #expect(unknown?.code == .unknownCommand)
    #expect(unknown?.message == "no command is named 'lst'; did you mean 'list'?")
    let argument = await failure("list", ["knd": "tasks"])
    #expect(argument?.code == .badArgument)
    let missing = await failure("explain")
    #expect(missing?.message.contains("'url'") == true)
  }

  @Test func `A desk rejects commands that send events`() async {
    let error = await failure("watch")
    #expect(error?.code == .failed)
    #expect(error?.message.contains("Bridge.openConsole") == true)
  }

  @Test func `Every standard command declares its effect`() {
    let effects = Dictionary(
      uniqueKeysWithValues: ConsoleCommands.forPages.all.map { ($0.name, $0.effect) })
    #expect(
      effects == [
        "status": .reads, "health": .reads, "list": .readsAndShares, "call": .changes,
        "explain": .readsAndShares, "trigger": .changes, "task": .changes, "schedules": .reads,
        "ledger": .reads, "events": .reads, "pause": .changes, "resume": .changes,
        "run-now": .changes,
        "form": .reads, "jobs": .readsIfAction(["overview", "list", "show", "count"]),
        "graph": .readsAndShares,
        "trace": .readsIfAction(["show"]), "watch": .reads, "stop": .changes,
      ])
  }

  @Test(
    arguments: [
      ("help", [:], false), ("status", [:], false), ("call", [:], true), ("stop", [:], true),
      ("jobs", [:], false), ("jobs", ["action": "list"], false),
      ("jobs", ["action": "retry"], true),
      ("jobs", ["action": 7], true), ("jobs", ["action": "unknown"], true),
      ("trace", ["action": "show"], false), ("trace", ["action": "start"], true),
    ] as [(String, [String: ConsoleValue], Bool)])
  func `Arguments decide if a request may change something`(
    command: String, arguments: [String: ConsoleValue], expected: Bool
  ) throws {
    #expect(try desk.changes(command, arguments) == expected)
  }

  @Test func `The effect of an unknown command is an error`() {
    #expect(throws: BridgeConsoleError.self) { try desk.changes("stp") }
  }

  @Test func `A command that an app has added runs, and may change something`() async throws {
    _ = try await ScriptedApp.launch { context in
      context.onCommand("berths", "Counts the berths.") { _ in 7 }
      let desk = ConsoleDesk(context: context)
      let answer = try await desk.run("berths")
      let changes = try desk.changes("berths")
      #expect(answer.value == 7)
      #expect(changes)
      context.shutDown()
      await context.waitForShutdown()
    } _: {
      await $0.outcome
    }
  }

  @Test func `The app stops after the answer was sent`() async throws {
    let outcome = try await ScriptedApp.launch { context in
      let answer = try await ConsoleDesk(context: context).run("stop")
      #expect(answer.value == ["stopping": true])
      #expect(!context.isShuttingDown)
      answer.finish()
      await context.waitForShutdown()
    } _: {
      await $0.outcome
    }
    #expect(outcome.reason == .askedByApp)
  }
}
