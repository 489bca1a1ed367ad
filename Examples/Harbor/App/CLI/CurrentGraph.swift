import Foundation
import HarborContracts
import SectionRegistry

/// All that the modules of this process declare and have done.
func currentGraph() -> ModuleGraph {
  var graph = ModuleGraph(records: SectionRegistry.records.map(ModuleRecord.init))
  graph.live = ModuleGraph.Live(
    process: "harbor (\(getpid()))",
    microsecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1_000_000),
    trace: ModuleGraph.Live.Trace(Trace.snapshot()),
    runs: TaskManager.shared.report.runs.map(ModuleGraph.Live.Run.init))
  return graph
}
