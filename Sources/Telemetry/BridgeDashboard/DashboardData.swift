import Bridge
import Foundation
import Khala
import ModuleGraph
import SectionRegistry
import TaskKit
import ToolkitTrace

/// All that the dashboard reads from the process, as closures that tests replace.
struct DashboardData: Sendable {
  /// The declarations.
  var graph: @Sendable () -> ModuleGraph

  /// The current state of everything in a graph.
  var live: @Sendable (ModuleGraph) -> ModuleGraph.Live

  /// Numbers that change with the declarations, and are cheaper to read than the graph.
  var extent: @Sendable () -> [Int]

  /// The schedules and the jobs of the store.
  var store: @Sendable () async -> (schedules: DetailValue?, jobs: DetailValue?)

  var health: @Sendable () async -> AppHealth

  /// Passes the spans of the process to an intake, until the closure of the result is called.
  ///
  /// The result has the spans that the process has already recorded.
  var record: @Sendable (LiveIntake) -> (earlier: [TraceSpan], stop: @Sendable () -> Void)

  /// The data of an app.
  static func of(_ context: AppContext) -> DashboardData {
    DashboardData(
      graph: { Bridge.graph }, live: { Bridge.live(of: $0) },
      extent: {
        [
          SectionRegistry.records.count, Bridge.wires.count, Khala.routes.routes.count,
          TaskManager.shared.list.count,
        ]
      },
      store: {
        let jobs = await ModuleGraph.Live.jobs(of: .shared)
        return (await ModuleGraph.Live.store(of: .shared), jobs)
      },
      health: { await context.health() }, record: record(into:))
  }

  @Sendable static func record(
    into intake: LiveIntake
  ) -> (earlier: [TraceSpan], stop: @Sendable () -> Void) {
    let attachment = Trace.attach(intake)
    guard !Trace.isOn else { return (Trace.snapshot().spans, { attachment.cancel() }) }
    // Without a capacity, only sinks receive spans.
    Trace.start(capacity: 0)
    let start = Trace.snapshot().start
    return (
      [],
      {
        attachment.cancel()
        // Another part of the app may have started a recording since.
        if Trace.snapshot().start == start { Trace.stop() }
      }
    )
  }
}
