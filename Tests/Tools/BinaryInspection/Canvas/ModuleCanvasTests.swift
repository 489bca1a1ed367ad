import BinaryInspection
import ModuleGraph
import Testing

/// The pages about modules, from graphs that are made up.
@Suite struct ModuleCanvasTests {
  private static let graph: ModuleGraph = {
    var builder = ModuleGraph.Builder()
    builder.add(
      node: .init(
        kind: .task, name: "Sync|All", locations: [.init(fileID: "Feed/Tasks.swift", line: 7)],
        attributes: [
          .init("priority", "default"), .init("cron", "0 3 * * *"),
          .init("schedule", "at 03:00 every day"), .init("async", true),
        ]))
    builder.add(
      node: .init(
        kind: .job, name: "Send", locations: [.init(fileID: "Store/Jobs.swift", line: 3)]))
    builder.add(
      use: .init(
        .enqueues, .job, "Send", module: "Feed",
        location: .init(fileID: "Feed/Tasks.swift", line: 9), origin: .code))
    builder.usesAreKnown = true
    return builder.graph()
  }()

  private static func page(
    _ file: String, of canvas: ModuleCanvas
  ) throws -> [String] {
    let page = try #require(canvas.pages.first { $0.file == file })
    #expect(page.text.hasPrefix(ModuleCanvas.mark + "\n\n# "))
    return page.text.split(separator: "\n").map(String.init)
  }

  @Test func `A page has the declarations of a module in words, with their source`() throws {
    let canvas = ModuleCanvas(Self.graph) { "../\($0.fileID)" }
    let lines = try Self.page("Feed.md", of: canvas)
    #expect(lines.contains("Declares 1 task."))
    #expect(lines.contains("## Tasks"))
    #expect(lines.contains("| Name | Details | Source |"))
    #expect(
      lines.contains(
        "| `Sync\\|All` | schedule `at 03:00 every day` "
          + "| [`Feed/Tasks.swift:7`](../Feed/Tasks.swift#L7) |"))
    #expect(
      lines.contains(
        "| enqueues job `Send` | [`Feed/Tasks.swift:9`](../Feed/Tasks.swift#L9) |"))
    #expect(lines.contains { $0.hasPrefix("| depends on | [Store](Store.md) | ") })
    #expect(lines.contains("```mermaid"))
    let store = try Self.page("Store.md", of: canvas)
    #expect(store.contains { $0.hasPrefix("| is needed by | [Feed](Feed.md) | ") })
    #expect(store.contains { $0.hasPrefix("| `Send` | [Feed](Feed.md) | ") })
  }

  @Test func `The first page has a link to each module`() throws {
    let canvas = ModuleCanvas(Self.graph)
    #expect(canvas.pages.map(\.file) == ["README.md", "Feed.md", "Store.md"])
    let lines = try Self.page("README.md", of: canvas)
    #expect(lines.contains("| [Feed](Feed.md) | 1 task | [Store](Store.md) |"))
    #expect(lines.contains("| [Store](Store.md) | 1 job |  |"))
  }

  @Test func `Pages of a catalog refer to each other as articles, and have no drawings`() throws {
    let canvas = ModuleCanvas(Self.graph, format: .docc)
    #expect(canvas.pages.map(\.file) == ["Modules.md", "Module-Feed.md", "Module-Store.md"])
    let lines = try Self.page("Module-Feed.md", of: canvas)
    #expect(lines.contains { $0.hasPrefix("| depends on | <doc:Module-Store> | ") })
    #expect(!canvas.pages.contains { $0.text.contains("mermaid") })
  }

  @Test func `Modules without a page are named without a link`() throws {
    let canvas = ModuleCanvas(Self.graph, modules: ["Feed"])
    #expect(canvas.pages.map(\.file) == ["README.md", "Feed.md"])
    let lines = try Self.page("Feed.md", of: canvas)
    #expect(lines.contains { $0.hasPrefix("| depends on | Store | ") })
  }
}
