import EditorServer
import ModularityTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct WorkspaceTests {
  /// The line of the definition among the tasks, counted from 1.
  private func line(_ answer: JSON) -> Int? {
    answer["result"].elements.first { $0["uri"].string?.hasSuffix("/Feed/Tasks.swift") == true }?[
      "range"]["start"]["line"].number.map { $0 + 1 }
  }

  @Test func `A name leads to its declaration in another file, and shows what is known`()
    async throws
  {
    let shop = try ShopFolder()
    try shop.build(["Login", "Sync"])
    let client = EditorClient()
    await client.initialize(root: shop.root)
    client.open(shop.start, "TaskManager.shared.runTask(named: \"Sync\")\n")
    let definition = await client.request(
      "textDocument/definition", client.place(shop.start, 0, 36))
    #expect(line(definition) == 2)
    let hover = await client.request("textDocument/hover", client.place(shop.start, 0, 36))
    #expect(hover["result"]["contents"]["value"].string?.contains("Sync") == true)
    #expect(hover["result"]["range"]["start"]["character"].number == 35)
    _ = await client.end()
  }

  @Test func `Positions are counted as the client wants`() async throws {
    let shop = try ShopFolder()
    try shop.build(["Login", "Sync"])
    for (encodings, column) in [(#"["utf-8"]"#, 8), (#"["utf-16"]"#, 6), (#"["utf-32"]"#, 5)] {
      let client = EditorClient()
      await client.initialize(root: shop.root, encodings: encodings)
      client.open(shop.start, "/*🚢*/ TaskManager.shared.runTask(named: \"Sync\")\n")
      // The comment is followed by 36 characters before the name.
      let hover = await client.request(
        "textDocument/hover", client.place(shop.start, 0, column + 36))
      #expect(hover["result"]["range"]["start"]["character"].number == column + 36, "\(encodings)")
      _ = await client.end()
    }
  }

  @Test func `An edit counts for the question behind it`() async throws {
    let shop = try ShopFolder()
    try shop.build(["Login", "Sync"])
    let client = EditorClient()
    await client.initialize(root: shop.root)
    client.open(shop.start, "TaskManager.shared.runTask(named: \"Sync\")\n")
    client.edit(shop.start, line: 0, 35..<39, with: "Login")
    let question = client.place(shop.start, 0, 36)
    #expect(line(await client.request("textDocument/definition", question)) == 1)
    client.edit(shop.start, line: 0, 35..<40, with: "Sync", version: 3)
    #expect(line(await client.request("textDocument/definition", question)) == 2)
    _ = await client.end()
  }

  @Test func `An edit of a document that is not open is in the log`() async throws {
    let client = EditorClient()
    await client.initialize(root: "/nowhere")
    client.edit("/nowhere/a.swift", line: 0, 0..<0, with: "x")
    let log = await client.message { $0["params"]["message"].string?.contains("not open") == true }
    #expect(log["params"]["message"].string?.contains("/nowhere/a.swift") == true)
    _ = await client.end()
  }

  @Test func `A build is followed when its program is complete`() async throws {
    let shop = try ShopFolder()
    try shop.build(["Sync"])
    let client = EditorClient()
    await client.initialize(
      root: shop.root, capabilities: #","workspace":{"codeLens":{"refreshSupport":true}}"#)
    client.open(shop.start, "TaskManager.shared.runTask(named: \"Login\")\n")
    let question = client.place(shop.start, 0, 36)
    #expect(line(await client.request("textDocument/definition", question)) == nil)
    // Once for the uses of the first program.
    for _ in 1...2 { _ = await client.message(named: "workspace/codeLens/refresh") }

    try await client.clock.sleepers(atLeast: 1)
    try shop.build(["Sync", "Login"])
    // One look sees the change, and the next one that it is over.
    client.clock.advance(by: .milliseconds(100))
    try await client.clock.sleepers(atLeast: 1)
    client.clock.advance(by: .milliseconds(50))
    _ = await client.message(named: "workspace/codeLens/refresh")
    #expect(line(await client.request("textDocument/definition", question)) == 2)
    _ = await client.end()
  }

  @Test func `A program that cannot be read keeps what it declared, and the log says so`()
    async throws
  {
    let shop = try ShopFolder()
    try shop.build(["Sync"])
    let client = EditorClient()
    await client.initialize(root: shop.root)
    client.open(shop.start, "TaskManager.shared.runTask(named: \"Sync\")\n")
    let question = client.place(shop.start, 0, 36)
    #expect(line(await client.request("textDocument/definition", question)) == 1)

    try await client.clock.sleepers(atLeast: 1)
    let broken =
      [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9) + [2, 0, 62, 0]
    try shop.write(broken)
    client.clock.advance(by: .milliseconds(100))
    try await client.clock.sleepers(atLeast: 1)
    client.clock.advance(by: .milliseconds(50))
    let log = await client.message {
      $0["params"]["message"].string?.contains("previous declarations") == true
    }
    #expect(log["params"]["message"].string?.contains("/shop") == true)
    #expect(line(await client.request("textDocument/definition", question)) == 1)
    _ = await client.end()
  }

  @Test func `A file counts as the newest program has it`() async throws {
    let shop = try ShopFolder()
    try shop.link(["Sync"], program: "old")
    try shop.build(["Login", "Sync"], program: "shop")
    let client = EditorClient()
    await client.initialize(root: shop.root)
    client.open(shop.start, "TaskManager.shared.runTask(named: \"Sync\")\n")
    let answer = await client.request("textDocument/definition", client.place(shop.start, 0, 36))
    #expect(line(answer) == 2)
    _ = await client.end()
  }

  @Test func `Programs may be named, and other files in the folder are left alone`() async throws {
    let shop = try ShopFolder()
    try shop.build(["Login", "Sync"], program: "shop")
    try shop.write(Array("no program".utf8), program: "notes")
    let client = EditorClient(programs: [shop.build + "/shop"])
    await client.initialize(root: shop.root)
    client.open(shop.start, "TaskManager.shared.runTask(named: \"Sync\")\n")
    let answer = await client.request("textDocument/definition", client.place(shop.start, 0, 36))
    #expect(line(answer) == 2)
    _ = await client.end()
  }
}
