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
      health: { await context.health() })
  }
}
