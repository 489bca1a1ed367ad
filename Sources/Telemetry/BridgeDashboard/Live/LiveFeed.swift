import BridgeTelemetry
import Foundation
import ModuleGraph
import RecordFormat
import ToolkitTrace

/// The changes of the app, as server-sent events for all clients.
///
/// While a client is connected, a task reads the changes four times a second, and the states,
/// the store and the health once a second. All clients share the events, so a second client costs
/// little. After the last client has left, the feed continues for ``patience``, so that a
/// page that is loaded again continues where it was. Then it stops, and costs nothing.
///
/// Alternatives that were rejected: a queue for each client would grow with a client that does not
/// read. A subscription to each product would send more events than a person can see, and each
/// product would need code for it.
actor LiveFeed {
  /// The time that the feed continues without a client.
  static let patience = 20
  /// The number of spans in the timeline.
  static let mostSpans = 100_000
  private static let ticksPerSecond = 4
  private static let quietTicks = 60
  private static let mostPulses = 300

  private let data: DashboardData
  private let clock: ErasedClock
  private let intake: LiveIntake
  /// The start of the times in the timeline.
  private let base = TraceInstant(nanoseconds: MonotonicTime.now().nanoseconds)
  private let baseSince1970 = MonotonicTime.nanosecondsSince1970()
  private let opened: Duration
  private let showing: RelayValues

  private var events: LiveEvents
  private var clients = 0
  private var isClosed = false
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var running: [Task<Void, Never>] = []
  private var stopRecording: @Sendable () -> Void = {}

  private var spans: [TraceSpan] = []
  private var droppedSpans = 0
  private var tick = 0
  private var lonelyTicks = 0
  private var graph: ModuleGraph?
  private var extent: [Int] = []
  private var live: ModuleGraph.Live?
  private var store: (schedules: DetailValue?, jobs: DetailValue?)
  private var health: AppHealth?
  private var pulse = Pulse()
  private var pulses: [[UInt8]] = []

  init(
    _ data: DashboardData, intake: LiveIntake, showing: RelayValues,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.data = data
    self.intake = intake
    self.showing = showing
    self.clock = ErasedClock(clock)
    opened = self.clock.elapsed()
    events = Self.noEvents()
  }

  private static func noEvents() -> LiveEvents {
    LiveEvents(epoch: Secret.make().prefix(8).description)
  }

  // MARK: - Clients

  /// Connects a client.
  ///
  /// - Parameter lastEventID: The identifier of the last event that the client has received, if it
  ///   connects again.
  /// - Returns: The position, and the events with which the client starts.
  func connect(after lastEventID: String?) -> (LiveEvents.Cursor, [UInt8]) {
    clients += 1
    if running.isEmpty, !isClosed { start() }
    guard let lastEventID else {
      // The client gets the latest records now, and must not get them again as changes.
      takeRecords()
      // Without identifiers, because the changes follow from here on.
      var first: [(String, [UInt8])] = pulses.map { ("pulse", $0) }
      if let live { first.append(("nodes", Self.json(live.nodes))) }
      if let jobs = store.jobs { first.append(("jobs", Self.json(jobs))) }
      if let schedules = store.schedules { first.append(("store", Self.json(schedules))) }
      let records = intake.latestRecords
      if !records.isEmpty { first.append(("logs", LiveJSON.logs(records))) }
      let bytes = first.flatMap { LiveEvents.event($0.0, $0.1) }
      return (events.end, Array("retry: 1000\n\n".utf8) + bytes)
    }
    var cursor = events.cursor(lastEventID) ?? LiveEvents.Cursor(epoch: "", number: 0)
    return (cursor, events.take(after: &cursor))
  }

  /// Disconnects a client.
  func disconnect() { clients -= 1 }

  /// Waits for events after a position, and returns `nil` when the feed closes.
  ///
  /// - Returns: The events, or a comment after a quiet time, with the new position.
  func next(after last: LiveEvents.Cursor) async -> ([UInt8], LiveEvents.Cursor)? {
    var cursor = last
    let start = tick
    while !isClosed {
      if cursor != events.end {
        let bytes = events.take(after: &cursor)
        return (bytes, cursor)
      }
      // The comment shows whether the client is still there.
      if tick - start >= Self.quietTicks { return (Array(": \n\n".utf8), cursor) }
      await withCheckedContinuation { waiters.append($0) }
    }
    return nil
  }

  /// Ends all clients.
  func close() {
    isClosed = true
    stop()
    wake()
  }

  private func wake() {
    let all = waiters
    waiters = []
    for waiter in all { waiter.resume() }
  }

  /// `true` if no task reads, because no client is connected.
  var isIdle: Bool { running.isEmpty }

  /// The size of the events that clients may still read.
  var keptBytes: Int { events.size }

  // MARK: - Snapshots

  /// Returns the graph with its state, as JSON for the page.
  func snapshot() async -> String {
    refreshGraph()
    var graph = graph ?? data.graph()
    graph.live = currentLive(of: graph)
    if running.isEmpty { store = await data.store() }
    graph.live?.store = store.schedules
    graph.live?.jobs = store.jobs
    return graph.pageJSON()
  }

  /// Returns the spans of the timeline, as JSON for the page.
  func trace() -> String {
    takeSpans()
    return ModuleGraph.Live.Trace(
      TraceSnapshot(
        spans: spans, dropped: droppedSpans, process: TraceProcess(id: getpid(), name: ""),
        start: base,
        startSince1970: .nanoseconds(baseSince1970))
    ).pageJSON()
  }

  private func currentLive(of graph: ModuleGraph) -> ModuleGraph.Live {
    var live = data.live(graph)
    for (key, value) in showing.current {
      let id = ModuleGraph.Node.id(.relay, key)
      live.nodes[id, default: .init("made")].attributes.append(.init("value", .text(value)))
    }
    return live
  }

  // MARK: - Reading

  private func start() {
    let recording = data.record(intake)
    spans = recording.earlier.suffix(Self.mostSpans)
    stopRecording = recording.stop
    running = [
      Task { [weak self, clock] in
        while (try? await clock.sleep(.milliseconds(1_000 / Self.ticksPerSecond))) != nil {
          guard let self, await self.read() else { return }
        }
      },
      Task { [weak self, clock] in
        while true {
          let before = clock.elapsed()
          guard let self, await self.readStore() else { return }
          // A store that answers slowly is read less often: statistics read each of its jobs.
          let pause = max(.seconds(1), (clock.elapsed() - before) * 49)
          guard (try? await clock.sleep(pause)) != nil else { return }
        }
      },
      // Apart from the store, which may answer slowly.
      Task { [weak self, clock] in
        repeat {
          guard let self else { return }
          await self.readHealth()
        } while (try? await clock.sleep(.seconds(5))) != nil
      },
    ]
  }

  private func stop() {
    for task in running { task.cancel() }
    running = []
    stopRecording()
    stopRecording = {}
    _ = intake.takeSpans()
    (spans, droppedSpans, pulses, live, graph) = ([], 0, [], nil, nil)
    // A client that connects again later has missed what happens from here on.
    events = Self.noEvents()
  }

  /// Reads the changes, and returns `false` to stop.
  func read() -> Bool {
    guard !isClosed else { return false }
    lonelyTicks = clients == 0 ? lonelyTicks + 1 : 0
    if lonelyTicks > Self.patience * Self.ticksPerSecond {
      stop()
      return false
    }
    tick += 1
    takeSpans()
    takeRecords()
    if tick % Self.ticksPerSecond == 0 {
      readStates()
      finishPulse()
    }
    wake()
    return true
  }

  private func takeRecords() {
    let records = intake.takeRecords()
    if !records.isEmpty { events.append("logs", LiveJSON.logs(records)) }
  }

  private func takeSpans() {
    let (new, dropped) = intake.takeSpans()
    droppedSpans += dropped
    guard !new.isEmpty else { return }
    spans += new
    if spans.count > Self.mostSpans {
      let excess = spans.count - Self.mostSpans * 9 / 10
      spans.removeFirst(excess)
      droppedSpans += excess
    }
    pulse.add(new)
    events.append("spans", LiveJSON.spans(new, since: base))
  }

  /// Reads the declarations again if they have changed.
  private func refreshGraph() {
    let now = data.extent()
    guard graph == nil || now != extent else { return }
    let isFirst = graph == nil
    (graph, extent) = (data.graph(), now)
    if !isFirst { events.append("structure", Array("{}".utf8)) }
  }

  private func readStates() {
    refreshGraph()
    guard let graph else { return }
    let now = currentLive(of: graph)
    if let live {
      let changed = Self.changes(from: live.nodes, to: now.nodes)
      if !changed.isEmpty { events.append("nodes", Self.json(changed)) }
      if now.runs != live.runs { events.append("runs", Self.json(now.runs)) }
    }
    live = now
  }

  /// Returns the states that have changed, with `nil` for states that are gone.
  static func changes(
    from old: [String: ModuleGraph.Live.State], to new: [String: ModuleGraph.Live.State]
  ) -> [String: ModuleGraph.Live.State?] {
    var changed: [String: ModuleGraph.Live.State?] = [:]
    for (id, state) in new where old[id] != state { changed[id] = .some(state) }
    for id in old.keys where new[id] == nil { changed[id] = .some(nil) }
    return changed
  }

  private func readHealth() async { health = await data.health() }

  /// Reads the store, also after an action, and returns `false` to stop.
  func readStore() async -> Bool {
    let now = await data.store()
    guard !isClosed, !running.isEmpty else { return false }
    if let jobs = now.jobs, jobs != store.jobs { events.append("jobs", Self.json(jobs)) }
    if let schedules = now.schedules, schedules != store.schedules {
      events.append("store", Self.json(schedules))
    }
    store = now
    return true
  }

  private func finishPulse() {
    let uptime = clock.elapsed() - opened
    let json = pulse.json(uptime: uptime, health: health)
    pulse = Pulse()
    pulses.append(json)
    if pulses.count > Self.mostPulses { pulses.removeFirst() }
    events.append("pulse", json)
  }

  /// Returns a value as JSON on one line.
  private static func json(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    do {
      return Array(try encoder.encode(value))
    } catch {
      preconditionFailure("a state could not be written as JSON: \(error)")
    }
  }
}
