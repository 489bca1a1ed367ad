extension ModuleGraph {
  /// The graph as one page to explore: what is wrong, the modules and what is in
  /// them, the runs of tasks, the store of durable schedules, a timeline of the trace, and
  /// all declarations in tables.
  ///
  /// The page is one file that needs nothing else, not even a network. What it
  /// shows is in its address, so that a view can be linked to:
  ///
  /// | behind `#` | shows |
  /// |---|---|
  /// | `search=login` | what has the word in its name, module, place or attributes |
  /// | `hide=task,wire` | all but tasks and wires |
  /// | `module=Feed` | what a module declares |
  /// | `view=module:Feed` | a module drawn with what is around it |
  /// | `view=near:task:Sync&select=task:Sync` | what is around a node |
  /// | `table=task&sort=-name` | a table of one kind |
  /// | `task=nightly&state=failed` | due times of a durable schedule, in one state |
  /// | `span=42&lanes=kind` | a span in the timeline with its critical path, on lanes by kind |
  ///
  /// - Parameter title: What stands at the top.
  /// - Returns: HTML in UTF-8; the same for the same graph.
  public func html(title: String = "Modules") -> String {
    var rest = self
    rest.live?.trace = nil
    let columns = live?.trace.flatMap { $0.spans.isEmpty ? nil : TraceColumns($0) }
    return Report.page(
      title: title, json: rest.compactJSON(), trace: columns.map(Self.compactJSON(of:)))
  }
}
