import ModularityTestSupport

@testable import TaskKit

extension TaskManager {
  /// A manager that nobody else knows: it declares nothing and hears nothing of the
  /// process.
  static func forTest(
    lanes: any TaskLanes = ProcessLanes(workerCount: 2), clock: ManualClock? = nil,
    errors: EventRecorder<String> = EventRecorder()
  ) -> TaskManager {
    TaskManager(
      world: World(
        time: clock.map { TaskTime($0) } ?? TaskTime(ContinuousClock()), lanes: lanes,
        launchOptions: TaskLaunchOptions(arguments: ["test"], environment: [:])),
      errorHandler: { errors.record($0.message) })
  }
}
