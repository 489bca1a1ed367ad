/// Finds the tasks that others depend on.
struct TaskNames {
  private var namesOfTypes: [String: [(path: [Substring], task: DraftTask)]] = [:]

  init(_ tasks: [DraftTask]) {
    for task in tasks {
      guard let path = task.type?.split(separator: "."), let last = path.last else { continue }
      namesOfTypes[String(last), default: []].append((path, task))
    }
  }

  /// The name of the task that another one names.
  ///
  /// A type is known as it was written. Of several that could be meant it is one of
  /// the same module, and not certain.
  func find(
    _ reference: DraftTask.Reference, for dependent: DraftTask
  ) -> (name: String, isCertain: Bool) {
    switch reference {
    case .name(let name):
      return (name, true)
    case .type(let written):
      let path = written.split(separator: ".")
      let last = path.last.map(String.init) ?? written
      let candidates = namesOfTypes[last, default: []].filter { candidate in
        // `Feed.Refresh` may be the type in a type, or that of a module.
        let whole = [Substring(candidate.task.module)] + candidate.path
        return whole.suffix(path.count) == path[...]
          || path.suffix(candidate.path.count)
            == candidate.path[...]
      }
      guard let first = candidates.first else { return (last, true) }
      let own = candidates.first { $0.task.module == dependent.module }
      return ((own ?? first).task.name, candidates.count == 1)
    }
  }
}
