import Foundation
public import ModuleGraph
import SectionRegistry
import TaskStore
import ToolkitTrace

extension Bridge {
  /// A graph of all declarations in the process, of everything added at run time, and of the
  /// current state.
  ///
  /// ```swift
  /// try Bridge.graph.html(title: "Harbor").write(to: file, atomically: true, encoding: .utf8)
  /// ```
  ///
  /// The graph contains names that only the running program knows, such as the values of constants.
  /// It also contains the recorded spans of `Trace` and the runs of tasks. For the contents of the
  /// store of durable schedules, call ``graph(includingStore:limit:)``.
  ///
  /// The graph also shows uses that the trace has recorded, with their counts: modules that called
  /// a route, triggered an event, ran a task or enqueued a job. If no span was recorded, the graph
  /// has none. `live.isTracing` indicates whether the process records spans.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the graph.
  public static var graph: ModuleGraph {
    var builder = declarationsOfGraph
    let routes = Khala.routes
    for route in routes.routes { builder.add(route: route) }
    for wire in wires where !wire.isDeclared { builder.add(wire: ModuleGraph.Wire(wire)) }
    builder.addTasks()
    builder.addJobs()
    builder.addCallbacks()
    let trace = Trace.snapshot()
    for use in SeenUses(in: trace.spans, routes: routes).uses { builder.add(use: use) }
    var graph = builder.graph()
    graph.live = LiveState(of: graph, trace: trace).live
    return graph
  }

  /// A graph of the declarations in the process, without anything that was added at run time.
  package static var declaredGraph: ModuleGraph { declarationsOfGraph.graph() }

  private static var declarationsOfGraph: ModuleGraph.Builder {
    var builder = ModuleGraph.Builder(at: Date())
    for record in KnownNames().resolved(SectionRegistry.records) { builder.add(record) }
    return builder
  }

  /// Returns the current state of everything in a graph of this process, without a trace.
  package static func live(of graph: ModuleGraph) -> ModuleGraph.Live {
    LiveState(of: graph, trace: nil).live
  }

  /// Returns ``graph``, with the contents of the store of durable schedules if one is set.
  ///
  /// These are its name, its schedules, the latest fire times in its ledger and its jobs, of all
  /// processes that share it.
  ///
  /// ```swift
  /// let page = await Bridge.graph(includingStore: true).html(title: "Harbor")
  /// ```
  ///
  /// The contents are the kind of store, the schedules, the latest fires in its ledger, and its
  /// jobs, for all processes that share the store. If the store fails, the graph contains its
  /// error. If jobs wait because a failing job holds their order key, the graph has a problem for
  /// each key.
  ///
  /// - Parameters:
  ///   - includingStore: Whether to read the store. Without it, the result is ``graph``.
  ///   - limit: The maximum number of fires, starting with the latest. If the store has more, the
  ///     graph also contains the ten latest fires of each durable task.
  /// - Returns: The graph.
  public static func graph(includingStore: Bool, limit: Int = 500) async -> ModuleGraph {
    guard includingStore else { return graph }
    let store = await ModuleGraph.Live.store(of: .shared, limit: limit)
    let jobs = await ModuleGraph.Live.jobs(of: .shared)
    var graph = graph
    graph.live?.store = store
    graph.live?.jobs = jobs
    // A store that fails has described the failure above.
    if let events = try? await EventsOverview(of: TaskManager.shared.jobs) {
      graph.problems += events.problems
    }
    return graph
  }

  /// The problems of the app's declarations, of the references between them, and of wires that
  /// could not be connected.
  ///
  /// - Complexity: The same as ``graph``.
  public static var problems: [ModuleProblem] { graph.problems }
}

extension ModuleGraph.Builder {
  /// Adds the tasks that the program added at run time.
  ///
  /// Tasks of wires are omitted, because the graph shows them as wires.
  fileprivate mutating func addTasks() {
    let declared = Set(SectionRegistry.records.map(\.location))
    for task in TaskManager.shared.list where !declared.contains(task.location) {
      guard !task.name.hasPrefix(WireTaskName.prefix) else { continue }
      let events = task.event.members.map {
        ModuleGraph.Node.id(.taskEvent, String($0.description.dropFirst()))
      }
      add(
        task: task.name, runsOn: events, dependsOn: task.dependencies, after: task.after,
        location: task.location)
    }
  }

  /// Adds the jobs that the program added at run time.
  fileprivate mutating func addJobs() {
    for job in TaskManager.shared.jobs.added {
      add(
        node: ModuleGraph.Node(
          kind: .job, name: job.name, locations: [job.location],
          attributes: [.init("queue", .text(job.queue))], certainty: .added))
    }
  }

  /// Adds the callbacks that the program added at run time, except callbacks of wires.
  fileprivate mutating func addCallbacks() {
    let wires = Set(Bridge.wires.map(\.name))
    for event in Rhea.events {
      let id = ModuleGraph.Node.id(.event, event.rawValue)
      for callback in Rhea.callbacks(for: event)
      where !callback.isDeclared && !wires.contains(callback.name) {
        let location = callback.location
        let name = "\(event): \(callback.name) (\(location))"
        add(
          node: ModuleGraph.Node(
            kind: .callback, name: name, locations: [location], certainty: .added))
        add(
          edge: ModuleGraph.Edge(
            from: ModuleGraph.Node.id(.callback, name), to: id, kind: .listens))
      }
    }
  }
}

extension ModuleGraph.Wire {
  /// Describes a wire of the process.
  init(_ wire: Wire) {
    self.init(
      text: wire.name, from: wire.from, to: wire.to, isFiltered: wire.isFiltered,
      isMapped: wire.isMapped, location: wire.location,
      isDeclared: wire.isDeclared)
  }
}
