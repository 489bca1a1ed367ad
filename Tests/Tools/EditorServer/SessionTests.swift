import EditorServer
import Testing

@Suite(.timeLimit(.minutes(10))) struct SessionTests {
  @Test func `A session starts, and ends in order`() async {
    let client = EditorClient()
    let answer = await client.initialize()
    #expect(answer["result"]["serverInfo"]["name"].string == "modkit")
    #expect(answer["result"]["capabilities"]["positionEncoding"].string == "utf-8")
    client.notify("initialized", "{}")
    let goodbye = await client.request("shutdown", "null")
    #expect(goodbye["error"] == .null)
    client.notify("exit", "null")
    #expect(await client.ended() == .orderly)
  }

  @Test func `An exit without shutdown is told apart`() async {
    let client = EditorClient()
    await client.initialize()
    client.notify("exit", "null")
    #expect(await client.ended() == .withoutShutdown)
  }

  @Test func `The end of the input ends the session`() async {
    let client = EditorClient()
    #expect(await client.end() == .withoutShutdown)
    let other = EditorClient()
    await other.initialize()
    _ = await other.request("shutdown", "null")
    #expect(await other.end() == .orderly)
  }

  @Test func `Questions before the start and after the end are errors`() async {
    let client = EditorClient()
    let early = await client.request("textDocument/hover", client.place("/a.swift", 0, 0))
    #expect(early["error"]["code"].number == -32_002)
    await client.initialize()
    let again = await client.initialize()
    #expect(again["error"]["code"].number == -32_600)
    _ = await client.request("shutdown", "null")
    let late = await client.request("textDocument/hover", client.place("/a.swift", 0, 0))
    #expect(late["error"]["code"].number == -32_600)
    #expect(await client.end() == .orderly)
  }

  @Test func `A request that is not known is an error, and a notification is ignored`() async {
    let client = EditorClient()
    await client.initialize()
    client.notify("$/setTrace", #"{"value":"off"}"#)
    client.notify("workspace/didSomething", "{}")
    let answer = await client.request("textDocument/foldingRange", "{}")
    #expect(answer["error"]["code"].number == -32_601)
    #expect(answer["error"]["message"].string?.contains("textDocument/foldingRange") == true)
    _ = await client.end()
  }

  @Test func `A message that cannot be read breaks nothing`() async {
    let client = EditorClient()
    await client.initialize()
    client.send("{")
    let problem = await client.message { $0["error"]["code"].number == -32_700 }
    #expect(problem["id"] == .null)
    let wrong = await client.request("textDocument/hover", #"{"position":7}"#)
    #expect(wrong["error"]["code"].number == -32_602)
    let right = await client.request("textDocument/hover", client.place("/none.swift", 0, 0))
    #expect(right["error"] == .null)
    _ = await client.end()
  }

  @Test func `A malformed header ends the session with a message`() async {
    let client = EditorClient()
    await client.initialize()
    client.send(bytes: Array("Content-Length: many\r\n\r\n".utf8))
    let log = await client.message {
      $0["params"]["message"].string?.contains("Content-Length") == true
    }
    #expect(log["method"].string == "window/logMessage")
    guard case .unreadable(let error) = await client.ended() else {
      Issue.record("The session ended otherwise.")
      return
    }
    #expect(error.code == .malformedHeader)
  }

  @Test func `Without programs the log says where they are searched for`() async {
    let client = EditorClient()
    await client.initialize(root: "/nowhere")
    let log = await client.message(named: "window/logMessage")
    #expect(log["params"]["message"].string?.contains("/nowhere/.build") == true)
    _ = await client.end()
  }

  @Test func `A request that was cancelled before its turn is answered with that`() async {
    let client = EditorClient()
    await client.initialize()
    // One read: the cancellation is known before the request has its turn.
    let request = #"{"id":"x","method":"textDocument/hover","params":\#(client.place("/a", 0, 0))}"#
    let cancellation = #"{"method":"$/cancelRequest","params":{"id":"x"}}"#
    let opening = #"{"id":"first","method":"workspace/symbol","params":{"query":""}}"#
    client.send(
      bytes: [opening, request, cancellation].flatMap { MessageFrame.bytes(of: Array($0.utf8)) })
    let answer = await client.message { $0["id"] == .string("x") }
    // The task may be faster than the reader; the answer is one of the two, and is one.
    #expect(answer["error"]["code"].number == -32_800 || answer["error"] == .null)
    client.notify("$/cancelRequest", #"{"id":"x"}"#)
    client.notify("$/cancelRequest", #"{"id":12345}"#)
    #expect(await client.request("shutdown", "null")["error"] == .null)
    _ = await client.end()
  }
}
