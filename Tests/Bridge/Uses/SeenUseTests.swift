import Bridge
import Testing

/// How spans of a trace become uses.
@Suite struct SeenUseTests {
  private static func span(
    _ id: UInt64, _ kind: TraceKind, _ name: String, _ module: String, cause: UInt64? = nil
  ) -> TraceSpan {
    TraceSpan(
      id: TraceSpanID(rawValue: id), name: name, kind: kind, module: module,
      start: TraceInstant(nanoseconds: 0), duration: .zero, cause: cause.map(TraceSpanID.init))
  }

  private static let location = CodeLocation(fileID: "Feed/Feed.swift", line: 7)

  private static func route(
    _ pattern: String, _ name: String, kind: KhalaRouteMap.Route.Kind = .function, line: Int = 7
  ) -> KhalaRouteMap.Route {
    KhalaRouteMap.Route(
      kind: kind, pattern: pattern, className: "Feed",
      function: KhalaRouteMap.Function(name: name),
      location: CodeLocation(fileID: "Feed/Feed.swift", line: line))
  }

  private static let routes = KhalaRouteMap(routes: [
    route("feed/{id}", "show", kind: .path), route("Feed/show", "show"),
    route("feed/all", "all", kind: .path, line: 9),
    route("Feed/twice", "twice", line: 11), route("Feed/twice", "twice", line: 13),
  ])

  /// The uses in spans, as sentences.
  private static func uses(_ spans: TraceSpan...) -> [String] {
    SeenUses(in: spans, routes: routes).uses.map {
      "\($0.module) \($0.kind) \($0.target) \($0.name) \($0.count ?? 0)"
    }
  }

  @Test func `A trigger is a use by the module that it stands in, and a callback is none`() {
    #expect(
      Self.uses(
        Self.span(1, .event, "login", "Account"),
        Self.span(2, .event, "Badge.swift:3", "Badge", cause: 1),
        Self.span(3, .event, "badge.shown", "Badge", cause: 2),
        Self.span(4, .event, "login", "Account")
      ) == ["Account triggers event login 2", "Badge triggers event badge.shown 1"])
  }

  @Test func `A call is a use by the module whose code is its cause`() {
    #expect(
      Self.uses(
        Self.span(1, .event, "login", "Account"),
        Self.span(2, .event, "Badge.swift:3", "Badge", cause: 1),
        Self.span(3, .route, "Feed/show", "Feed", cause: 2),
        Self.span(4, .route, "Feed/all", "Feed", cause: 3)
      ) == [
        "Account triggers event login 1", "Badge calls route Feed/show 1",
        "Feed calls route feed/all 1",
      ])
  }

  @Test func `A call has the source location of the function`() throws {
    let seen = SeenUses(
      in: [
        Self.span(1, .job, "Send", "Mail"), Self.span(2, .route, "Feed/show", "Feed", cause: 1),
      ], routes: Self.routes)
    let use = try #require(seen.uses.first)
    #expect(use.declaration == Self.location)
    #expect(use.location == nil)
    #expect(use.origin == .trace)
  }

  @Test func `A demand for a task is a use by its caller, and the task's own calls are its own`() {
    #expect(
      Self.uses(
        Self.span(1, .task, "demand of Sync", "Cart"),
        Self.span(2, .task, "Sync", "Sync", cause: 1),
        Self.span(3, .route, "Feed/show", "Feed", cause: 2),
        Self.span(4, .task, "demand of Clean", "Sync", cause: 2)
      ) == [
        "Cart runs task Sync 1", "Sync calls route Feed/show 1", "Sync runs task Clean 1",
      ])
  }

  @Test func `A job is a use by the module that enqueued it`() {
    #expect(
      Self.uses(
        Self.span(1, .route, "Feed/show", "Feed"),
        Self.span(2, .job, "Send", "Mail", cause: 1),
        Self.span(3, .job, "Send", "Mail", cause: 1)
      ) == ["Feed enqueues job Send 2"])
  }

  @Test func `Observers, notifications of modules and spans of users are code of their modules`() {
    #expect(
      Self.uses(
        Self.span(1, .relay, "Badge.show", "Badge"),
        Self.span(2, .route, "Feed/show", "Feed", cause: 1),
        Self.span(3, .route, "notify feed", "Cart"),
        Self.span(4, .route, "Feed/show", "Feed", cause: 3),
        Self.span(5, "query", "all items", "Store"),
        Self.span(6, .route, "Feed/show", "Feed", cause: 5)
      ) == [
        "Badge calls route Feed/show 1", "Cart calls route Feed/show 1",
        "Store calls route Feed/show 1",
      ])
  }

  @Test(arguments: [TraceKind.event, .task, .route, .job])
  func `The target of a wire is no use`(kind: TraceKind) {
    let names: [TraceKind: String] = [
      .event: "login", .task: "demand of Sync", .route: "Feed/show", .job: "Send",
    ]
    #expect(
      Self.uses(
        Self.span(1, .wire, "relay a -> it", "Cart"),
        Self.span(2, kind, names[kind]!, "Cart", cause: 1)
      ).isEmpty)
  }

  @Test(arguments: [TraceKind.event, .task, .wire, .lifecycle])
  func `An occasion, a wire or the system is not the module of a call`(kind: TraceKind) {
    #expect(
      !Self.uses(
        Self.span(1, kind, "it", "Cart"), Self.span(2, .route, "Feed/show", "Feed", cause: 1)
      ).contains { $0.contains("calls") })
  }

  @Test func `Code that runs when a wire sets a relay has no known module`() {
    #expect(
      Self.uses(
        Self.span(1, .wire, "event a -> relay b", "Cart"),
        Self.span(2, .relay, "b", "Cart", cause: 1),
        Self.span(3, .route, "Feed/show", "Feed", cause: 2)
      ).isEmpty)
  }

  @Test func `A span whose cause the recording has not got is not guessed`() {
    #expect(
      Self.uses(
        Self.span(5, .route, "Feed/show", "Feed", cause: 1),
        Self.span(6, .job, "Send", "Mail", cause: 2),
        // It may be a callback, or an event that a callback triggers.
        Self.span(7, .event, "login", "Account", cause: 3),
        Self.span(8, .route, "Feed/show", "Feed", cause: 7)
      ).isEmpty)
  }

  @Test func `Overloads and removed routes are omitted`() {
    #expect(
      Self.uses(
        Self.span(1, .job, "Send", "Mail"),
        Self.span(2, .route, "Feed/twice", "Feed", cause: 1),
        Self.span(3, .route, "Old/show", "Old", cause: 1)
      ).isEmpty)
  }

  @Test func `Work of the toolkit for the system is no use`() {
    #expect(
      Self.uses(
        Self.span(1, .event, "appDidFinishLaunching", "RheaTime"),
        Self.span(2, .task, "demand of Sync", "Bridge")
      ).isEmpty)
  }

  @Test func `An empty trace has no uses`() {
    #expect(Self.uses().isEmpty)
  }
}
