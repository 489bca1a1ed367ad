import Foundation
public import ModuleGraph
import SectionRegistry
import TaskStore
import ToolkitTrace

extension Bridge {
  /// All that the modules of the process declare, what has been added since it runs, and
  /// how everything is at this moment, as one picture.
  ///
  /// ```swift
  /// try Bridge.graph.html(title: "Harbor").write(to: file, atomically: true, encoding: .utf8)
  /// ```
  ///
  /// Names that only the running program knows, such as those of constants, are in it as
  /// they are. What `Trace` has recorded and the runs of tasks are part of it; what the store
  /// of durable schedules holds is in ``graphWithStore(limit:)``.
  ///
  /// Uses that the trace has seen are part of it, too: which module called a route, triggered an
  /// event, ran a task or enqueued a job, and how often. Without a recorded span there are none,
  /// and `live.isTracing` says whether the process records them.
  ///
  /// - Complexity: O(*n* log *n*) in all that there is.
  public static var graph: ModuleGraph {
    var builder = ModuleGraph.Builder(at: Date())
    for record in KnownNames().resolved(SectionRegistry.records) { builder.add(record) }
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

  /// Returns ``graph`` with what the store of durable schedules holds, if there is one: what it
  /// is, the schedules, the latest due times in its ledger, and its jobs, of all processes that
  /// share it.
  ///
  /// ```swift
  /// let page = await Bridge.graphWithStore().html(title: "Harbor")
  /// ```
  ///
  /// If the store fails, its error is in the graph.
  ///
  /// - Parameter limit: The number of due times, the latest ones. If the store has more, the ten
  ///   latest of each durable task are there, too.
  /// - Returns: The graph.
  public static func graphWithStore(limit: Int = 500) async -> ModuleGraph {
    let store = await ModuleGraph.Live.store(of: .shared, limit: limit)
    let jobs = await ModuleGraph.Live.jobs(of: .shared)
    var graph = graph
    graph.live?.store = store
    graph.live?.jobs = jobs
    return graph
  }

  /// The problems of the app's declarations, of the references between them, and of wires
  /// that could not be connected.
  ///
  /// - Complexity: That of ``graph``.
  public static var problems: [ModuleProblem] { graph.problems }
}

extension ModuleGraph.Builder {
  /// Adds the tasks that the program has added when it ran; wires are tasks, too, and are
  /// shown as wires.
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

  /// Adds the jobs that the program has added when it ran.
  fileprivate mutating func addJobs() {
    for job in TaskManager.shared.jobs.added {
      add(
        node: ModuleGraph.Node(
          kind: .job, name: job.name, locations: [job.location],
          attributes: [.init("queue", .text(job.queue))], certainty: .added))
    }
  }

  /// Adds the callbacks that the program has added when it ran, but for those of wires.
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
