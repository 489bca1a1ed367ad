import Bridge

func lookInto(_ path: String) throws {
  let client = try BridgeConsole.Client(connectingTo: path)
  try client.send("trace", ["action": "start"])
  try client.watch(["task"]) { span in
    print(span)
    return true
  }
}
