import ProcessLifecycle
import SectionRegistry
import ToolkitTrace

extension TaskManager {
  /// The manager of the process: that of a test around the calling code, if there
  /// is one.
  public static var shared: TaskManager {
    if let scoped { return scoped }
    // Workers know nothing of who has triggered what they run.
    guard let manager = RunMark.current?.manager, manager.world.isShared else { return process }
    return manager
  }

  /// The manager that the process tells what happens.
  static let process: TaskManager = {
    let manager = TaskManager(
      world: World(
        time: RunClock(ContinuousClock()), lanes: ProcessLanes(), launchOptions: .current,
        declared: { DeclaredTasks.process.all() },
        declarationProblems: { DeclaredTasks.process.problems },
        revision: { SectionRegistry.revision },
        listensToProcess: !TaskProcessMode.isFreshStatesOnly))
    return manager
  }()

  /// The manager of a test around the calling code.
  static var scoped: TaskManager? { FreshStates.state(of: TaskManager.self) }

  /// The fresh states of this manager's tasks, in place of the process's, when a clock runs
  /// them and not some code that has fresh states, too.
  var ownStates: FreshStates? {
    world.isShared ? FreshStates(self, inside: world.states) : world.states
  }
}

// How TaskKit learns of the launch without a call from the app: records, like those of
// any other module.

#record("life", key: "willFinishLaunching", as: LifecycleDeclaration.self) {
  .listener { _ in
    await TaskManager.process.launch(.willFinishLaunching)
  }
}

#record("life", key: "didFinishLaunching", as: LifecycleDeclaration.self) {
  .listener { _ in
    await TaskManager.process.launch(.didFinishLaunching)
  }
}
