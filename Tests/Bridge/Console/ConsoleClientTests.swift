import Foundation
import ModularityTestSupport
import Testing
import ToolkitTrace

@testable import Bridge

/// Clients that do what they should not, and many at once.
@Suite struct ConsoleClientTests {
  let folder: TemporaryFolder
  let stuck = EventRecorder<String>()

  init() throws { folder = try TemporaryFolder(isShort: true) }

  /// A console with a command that says a lot, one that hangs, and small limits.
  private func makeConsole(
    _ change: (inout ConsoleLimits) -> Void = { _ in }
  ) throws -> BridgeConsole {
    var limits = ConsoleLimits()
    change(&limits)
    let stuck = stuck
    return try BridgeConsole(
      path: folder.path("console"), context: nil,
      commands: ConsoleCommands([
        ConsoleCommand("state", "Is always the same.") { _, _ in "well" },
        ConsoleCommand("echo", "Says it again.", parameters: ["text"]) { arguments, _ in
          .string(try arguments.text("text"))
        },
        ConsoleCommand("flood", "Never stops.") { _, session in
          let isOver = Latch()
          session.whenClosed { isOver.open() }
          Task {
            let text = ConsoleValue.string(String(repeating: "x", count: 10_000))
            while !isOver.isOpen {
              session.send(event: text)
              await Task.yield()
            }
            stuck.record("dropped")
          }
          return nil
        },
        ConsoleCommand("hang", "Waits until it is cancelled.") { _, _ in
          stuck.record("hangs")
          try await Task.sleep(for: .seconds(1000))
          return nil
        },
      ]), limits: limits)
  }

  @Test func `An invalid request is answered with an error, and the next one is served`()
    async throws
  {
    let console = try makeConsole()
    let client = try RawClient(console.path)
    for line in [
      "{", "[]", "null", "17", "\"status\"", "{}", #"{"command":5}"#,
      #"{"command":"status","arguments":[]}"#, "\u{FEFF}", "{\"command\":\"\\ud800\"}",
      String(repeating: "[", count: 100_000),
    ] {
      client.send(line + "\n")
      let response = try #require(try await client.line())
      #expect(response.ok == false)
      #expect(response.error?.code == .badRequest)
    }
    client.send([0xFF, 0xFE, 0x00, 0x0A])
    #expect(try await client.line()?.error?.code == .badRequest)
    client.send("\n  \r\n" + #"{"id":"a","command":"echo","arguments":{"text":"b"}}"# + "\n")
    #expect(try await client.line() == ConsoleResponse(id: "a", result: "b"))
  }

  @Test func `A line that is too long is rejected, and not buffered`() async throws {
    let console = try makeConsole { $0.lineLength = 1000 }
    let client = try RawClient(console.path)
    client.send(String(repeating: " ", count: 5000))
    #expect(try await client.line()?.error?.code == .lineTooLong)
    client.send("\n" + #"{"command":"echo","arguments":{"text":"b"}}"# + "\n")
    #expect(try await client.line() == ConsoleResponse(id: nil, result: "b"))
  }

  @Test func `A client that sends all requests and closes its side gets all answers`() async throws
  {
    let console = try makeConsole()
    let client = try RawClient(console.path)
    for number in 1...50 {
      client.send(#"{"id":\#(number),"command":"echo","arguments":{"text":"\#(number)"}}"# + "\n")
    }
    client.finish()
    for number in 1...50 {
      #expect(
        try await client.line()
          == ConsoleResponse(id: .integer(number), result: .string("\(number)")))
    }
    #expect(try await client.line() == nil)
  }

  @Test func `Many clients are served concurrently, also while one hangs`() async throws {
    let console = try makeConsole()
    let hanging = try RawClient(console.path)
    hanging.send(#"{"command":"hang"}"# + "\n")
    try await stuck.waitForEvents(count: 1)
    let path = console.path
    try await withThrowingTaskGroup(of: Int.self) { group in
      for client in 0..<20 {
        group.addTask {
          try await waiting {
            let connection = try BridgeConsole.Client(connectingTo: path)
            return try (0..<20).count { number in
              let text = ConsoleValue.string("\(client) \(number)")
              return try connection.send("echo", ["text": text]) == text
            }
          }
        }
      }
      for try await right in group { #expect(right == 20) }
    }
  }

  @Test func `A client that does not read is dropped, and others are served`() async throws {
    let console = try makeConsole { $0.unreadBytes = 100_000 }
    let slow = try RawClient(console.path)
    slow.send(#"{"command":"flood"}"# + "\n")
    try await stuck.waitForEvents(count: 1)
    #expect(stuck.events == ["dropped"])
    #expect(try await ask(console, "echo", ["text": "b"]) == "b")
  }

  @Test func `A client with too many pending requests gets an error`() async throws {
    let console = try makeConsole { $0.waitingRequests = 5 }
    let client = try RawClient(console.path)
    let hanging = #"{"command":"hang"}"# + "\n"
    client.send(String(repeating: hanging, count: 6))
    #expect(try await client.line()?.error?.code == .tooManyRequests)
  }

  @Test func `The number of clients is limited`() async throws {
    let console = try makeConsole { $0.clients = 2 }
    let clients = try (0..<2).map { _ in try RawClient(console.path) }
    for client in clients {
      client.send(#"{"command":"state"}"# + "\n")
      #expect(try await client.line()?.ok == true)
    }
    let third = try RawClient(console.path)
    #expect(try await third.line()?.error?.code == .tooManyClients)
    #expect(try await third.line() == nil)
  }

  @Test func `Closing the console ends its connections and their pending requests`() async throws {
    let console = try makeConsole()
    let idle = try RawClient(console.path)
    let hanging = try RawClient(console.path)
    idle.send(#"{"command":"state"}"# + "\n")
    #expect(try await idle.line()?.ok == true)
    hanging.send(#"{"command":"hang"}"# + "\n")
    try await stuck.waitForEvents(count: 1)
    console.close()
    #expect(try await idle.line() == nil)
    #expect(try await hanging.line() == nil)
    #expect(console.clientCount == 0)
  }

  @Test func `A client that disconnects while spans are sent is removed`() async throws {
    let console = try openConsole(at: folder.path("console"))
    do {
      let client = try RawClient(console.path)
      // Of a kind that no span has, so that the first line is the answer.
      client.send(#"{"id":1,"command":"watch","arguments":{"kinds":["none"]}}"# + "\n")
      #expect(try await client.line()?.ok == true)
      #expect(console.clientCount == 1)
    }
    while console.clientCount > 0 { await Task.yield() }
  }
}
