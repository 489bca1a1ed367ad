import TaskPlanning

extension TaskRunReport {
  /// The plan of the run as a graph for Graphviz.
  ///
  /// Arrows lead from a task to those that wait for it, dashed ones where it only has
  /// to be over. Tasks of the main actor have thick lines; what could not run, and
  /// what is missing, is red.
  public var dot: String { plan.dot() }

  /// The plan of the run as a flowchart for Mermaid, which many readers of Markdown
  /// draw.
  public var mermaid: String { plan.mermaid() }
}
