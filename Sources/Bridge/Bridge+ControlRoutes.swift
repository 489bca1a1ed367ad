extension Bridge {
  /// Opens routes by which the modules of the app control tasks and bring events about.
  ///
  /// | URL | what it does |
  /// |---|---|
  /// | `kl://tasks/run?name=…` | runs a task |
  /// | `kl://tasks/pause?name=…`, `resume`, `cancel` | as `TaskManager` does |
  /// | `kl://events/trigger?name=…` | triggers an event; all other values are its `param` |
  ///
  /// Calls from outside cannot reach them, and none is there unless this is called.
  ///
  /// - Parameters:
  ///   - fileID: Where they are opened; leave it out.
  ///   - line: Where they are opened; leave it out.
  /// - Returns: The routes, to be removed.
  /// - Throws: A `KhalaError` if a route cannot be added.
  @discardableResult
  public static func openControlRoutes(
    fileID: String = #fileID, line: Int = #line
  ) throws(KhalaError) -> [KhalaRoute] {
    [
      try Khala.route("kl://tasks/run", fileID: fileID, line: line) { arguments in
        let options = PlainValues.of(arguments.info.lazy.map { ($0.key, $0.value) })
        try TaskManager.shared.runTask(named: try arguments.value("name"), options: options)
      },
      try Khala.route("kl://tasks/pause", fileID: fileID, line: line) { arguments in
        try TaskManager.shared.pauseTask(named: try arguments.value("name"))
      },
      try Khala.route("kl://tasks/resume", fileID: fileID, line: line) { arguments in
        try TaskManager.shared.resumeTask(named: try arguments.value("name"))
      },
      try Khala.route("kl://tasks/cancel", fileID: fileID, line: line) { arguments in
        try TaskManager.shared.cancelTask(named: try arguments.value("name"))
      },
      try Khala.route("kl://events/trigger", fileID: fileID, line: line) { arguments in
        var values = PlainValues.of(arguments.info.lazy.map { ($0.key, $0.value) })
        let name: String = try arguments.value("name")
        values["name"] = nil
        Rhea.trigger(event: RheaEvent(rawValue: name), param: values)
      },
    ]
  }
}
