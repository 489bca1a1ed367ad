import CommandLineKit
import Foundation
import HarborContracts

extension Command {
  /// The graph.
  static let graph = Command(
    CommandSyntax(
      name: "graph", summary: "Write the graph of all modules.",
      options: [.format, .level, .output, .json],
      discussion: "Without '--output' it goes to standard output, as with the file '-'.")
  ) { invocation in
    let arguments = invocation.arguments
    let level: ModuleGraph.DetailLevel = arguments.value(.level) == "nodes" ? .nodes : .modules
    let graph = Bridge.graph
    let text =
      switch arguments.value(.format) ?? (invocation.isJSON ? "json" : "mermaid") {
      case "json": graph.json()
      case "dot": graph.dot(level)
      default: graph.mermaid(level)
      }
    if let file = arguments.value(.output), file != "-" {
      return try invocation.write(Data(text.utf8), to: file)
    }
    invocation.terminal.print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }

  /// The page.
  static let report = Command(
    CommandSyntax(
      name: "report", summary: "Run a day, and write a page with the graph and the trace.",
      options: [.output, .speed, .store],
      discussion: """
        \(pace) With '--store' it also calls the watch every five seconds, as 'serve' does, and the \
        page shows the store and who called the watch, of all services that share it.
        """),
    isTraced: true
  ) { invocation in
    let file = try invocation.arguments.required(.output)
    if let store = invocation.arguments.value(.store) {
      let terminal = invocation.terminal
      try await PortWatch.begin(keptIn: store, for: invocation) { terminal.note($0) }
    }
    try await invocation.runQuietDay()
    try invocation.write(
      Data(await Bridge.graph(includingStore: true).html(title: "Harbor").utf8), to: file)
  }

  /// The recording.
  static let trace = Command(
    CommandSyntax(
      name: "trace",
      summary: "Run a day, and write its trace in the format of Chrome and Perfetto.",
      options: [.output, .speed], discussion: pace),
    isTraced: true
  ) { invocation in
    let file = try invocation.arguments.required(.output)
    try await invocation.runQuietDay()
    let snapshot = Trace.snapshot()
    if snapshot.dropped > 0 {
      invocation.terminal.note("\(snapshot.dropped) spans did not fit and are not in the file")
    }
    try invocation.write(try snapshot.chromeTraceJSON(), to: file)
  }
}

extension Command {
  /// The speed of a day that is not watched.
  private static let pace =
    "Unless '--speed' says otherwise, the day passes ten times faster than usual. The file '-' is "
    + "standard output."
}

extension Invocation {
  /// Replaces a file; `-` is standard output.
  func write(_ data: Data, to file: String) throws {
    if file == "-" { return terminal.print(String(decoding: data, as: UTF8.self)) }
    do {
      try data.write(to: URL(filePath: file), options: .atomic)
    } catch {
      throw AppExit.failed("'\(file)' cannot be written: \(error.localizedDescription)")
    }
    terminal.note("wrote \(file), \(data.count) bytes")
  }
}
