import ToolkitTrace

Trace.start()
await Trace.span("login", kind: .event, module: "Account") {
  await Task { Trace.span("refresh", kind: .task, module: "Feed") {} }.value
}
Trace.stop()

let snapshot = Trace.snapshot()
let names = Dictionary(uniqueKeysWithValues: snapshot.spans.map { ($0.id, $0.name) })
for span in snapshot.spans.reversed() {
  print(span.name, "because of", span.cause.flatMap { names[$0] } ?? "nothing")
}
print("as JSON:", try snapshot.chromeTraceJSON().count > 100)
