public import Foundation

// The spellings of RWTaskKit as Swift imports them. Each stands for an API of this module, which
// has the documentation.

/// The name of ``TaskManager`` in RWTaskKit.
public typealias RWTaskManager = TaskManager

extension TaskManager {
  /// Returns the manager of the process: ``shared``.
  public static func sharedInstance() -> TaskManager { shared }

  /// Adds a task for an event: ``injectEventTask(name:priority:event:dependencies:after:autoRemove:traits:fileID:line:block:)-(_,_,_,_,_,_,_,_,_,TaskBlock)``.
  ///
  /// ``errorHandler`` gets the error if the task cannot be added.
  public func injectEventTask(
    withName name: String,
    andBlock block: @escaping @isolated(any) @Sendable (TaskContext) throws -> Void,
    priority: RWTaskPriority, triggerEvent event: RWTaskEvent, dependency: [Any]?, autoRemove: Bool,
    fileID: String = #fileID, line: Int = #line
  ) {
    reporting { () throws(TaskError) in
      try injectEventTask(
        name: name, priority: priority, event: event, dependencies: dependency ?? [],
        autoRemove: autoRemove, fileID: fileID, line: line, block: block)
    }
  }

  /// Adds a task that may suspend for an event.
  public func injectEventTask(
    withName name: String, andBlock block: @escaping RWTaskBlock, priority: RWTaskPriority,
    triggerEvent event: RWTaskEvent, dependency: [Any]?, autoRemove: Bool,
    fileID: String = #fileID, line: Int = #line
  ) {
    reporting { () throws(TaskError) in
      try injectEventTask(
        name: name, priority: priority, event: event, dependencies: dependency ?? [],
        autoRemove: autoRemove, fileID: fileID, line: line, block: block)
    }
  }

  /// Adds a task that runs at a date, and then at a fixed interval:
  /// ``scheduleTask(name:date:repeatCount:timeInterval:priority:autoRemove:traits:fileID:line:block:)-(_,_,_,_,_,_,_,_,_,TaskBlock)``.
  ///
  /// The interval is a number of seconds, at most 120. ``errorHandler`` gets the error if the task
  /// cannot be added.
  public func scheduleTask(
    withName name: String,
    andBlock block: @escaping @isolated(any) @Sendable (TaskContext) throws -> Void,
    desiredDate date: Date?, repeatCount: TaskRepeat, timeInterval: UInt,
    fileID: String = #fileID, line: Int = #line
  ) {
    reporting { () throws(TaskError) in
      try checkTicks(
        name, repeatCount, timeInterval, at: CodeLocation(fileID: fileID, line: line))
      try scheduleTask(
        name: name, date: date, repeatCount: repeatCount, timeInterval: Double(timeInterval),
        fileID: fileID, line: line, block: block)
    }
  }

  /// Adds a task that runs at a date and then at a fixed interval, and that may suspend.
  public func scheduleTask(
    withName name: String, andBlock block: @escaping RWTaskBlock, desiredDate date: Date?,
    repeatCount: TaskRepeat, timeInterval: UInt, fileID: String = #fileID, line: Int = #line
  ) {
    reporting { () throws(TaskError) in
      try checkTicks(
        name, repeatCount, timeInterval, at: CodeLocation(fileID: fileID, line: line))
      try scheduleTask(
        name: name, date: date, repeatCount: repeatCount, timeInterval: Double(timeInterval),
        fileID: fileID, line: line, block: block)
    }
  }

  /// Destroys a task: ``destroyTask(named:fileID:line:)``.
  ///
  /// ``errorHandler`` gets the error if no task has the name.
  public func destroyTask(byName name: String, fileID: String = #fileID, line: Int = #line) {
    reporting { () throws(TaskError) in
      try destroyTask(named: name, fileID: fileID, line: line)
    }
  }

  /// Pauses a task: ``pauseTask(named:fileID:line:)``.
  ///
  /// ``errorHandler`` gets the error if no task has the name.
  public func pauseTask(byName name: String, fileID: String = #fileID, line: Int = #line) {
    reporting { () throws(TaskError) in
      try pauseTask(named: name, fileID: fileID, line: line)
    }
  }

  /// Resumes a task: ``resumeTask(named:fileID:line:)``.
  ///
  /// ``errorHandler`` gets the error if no task has the name.
  public func resumeTask(byName name: String, fileID: String = #fileID, line: Int = #line) {
    reporting { () throws(TaskError) in
      try resumeTask(named: name, fileID: fileID, line: line)
    }
  }

  /// Triggers an event: ``trigger(_:options:fileID:line:)``.
  public func runEventTasks(
    byTaskTriggerEvent event: RWTaskEvent, fileID: String = #fileID, line: Int = #line
  ) {
    trigger(event, fileID: fileID, line: line)
  }

  /// Throws if an interval is longer than 120 seconds, which the original cannot count.
  private func checkTicks(
    _ name: String, _ repeatCount: TaskRepeat, _ timeInterval: UInt, at location: CodeLocation
  ) throws(TaskError) {
    guard timeInterval > 120, repeatCount.times != 1 else { return }
    throw TaskError(
      .badSchedule,
      """
      the task '\(name)' was not added: its interval is \(timeInterval) seconds, but this call \
      takes at most 120, as in RWTaskKit. Call 'scheduleTask(name:date:…)' for a longer interval.
      """,
      tasks: [name], at: location)
  }

  /// Calls `change`, and reports its error, because the original's calls do not throw.
  private func reporting(_ change: () throws(TaskError) -> Void) {
    do throws(TaskError) {
      try change()
    } catch {
      report(error)
    }
  }
}

/// Returns the type of a task, for a list of dependencies.
public func task_name<Task>(_ task: Task.Type) -> Task.Type { task }

/// Returns the name of a task, for a list of dependencies.
public func task_name(_ task: String) -> String { task }

// MARK: - Constants

public let RWTaskPriorityCritical = RWTaskPriority.critical
public let RWTaskPriorityHigh = RWTaskPriority.high
public let RWTaskPriorityDefault = RWTaskPriority.default
public let RWTaskPriorityLow = RWTaskPriority.low

public let RWTaskEventWillFinishLaunching = RWTaskEvent.willFinishLaunching
public let RWTaskEventDidFinishLaunching = RWTaskEvent.didFinishLaunching
public let RWTaskEventWillEnterForeground = RWTaskEvent.willEnterForeground
public let RWTaskEventDidEnterBackground = RWTaskEvent.didEnterBackground
public let RWTaskEventDidBecomeActive = RWTaskEvent.didBecomeActive
public let RWTaskEventDidReceiveMemoryWarning = RWTaskEvent.didReceiveMemoryWarning
public let RWTaskEventWillTerminate = RWTaskEvent.willTerminate
public let RWTaskEventWillResignActive = RWTaskEvent.willResignActive
public let RWTaskEventSignificantTimeChange = RWTaskEvent.significantTimeChange
public let RWTaskEventOpenURL = RWTaskEvent.openURL
public let RWTaskEventWillChangeStatusBarOrientation = RWTaskEvent.willChangeStatusBarOrientation
public let RWTaskEventDidChangeStatusBarOrientation = RWTaskEvent.didChangeStatusBarOrientation
public let RWTaskEventBackgroundRefreshStatusDidChange =
  RWTaskEvent.backgroundRefreshStatusDidChange
public let RWTaskEventUserDidTakeScreenshot = RWTaskEvent.userDidTakeScreenshot
public let RWTaskEventReserved1 = RWTaskEvent.reserved1
public let RWTaskEventReserved2 = RWTaskEvent.reserved2
public let RWTaskEventIdle = RWTaskEvent.idle
public let RWTaskEventNone = RWTaskEvent.none

/// The repeat count of a task without a limit.
public let RWScheduleTaskRepeatForever = TaskRepeat.forever

// MARK: - Declarations with all arguments by position

/// Declares a task for an event: `#task("Task1", RWTaskPriorityCritical,
/// RWTaskEventWillFinishLaunching) { … }`.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ name: String, _ priority: RWTaskPriority, _ event: RWTaskEvent,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task for an event, with a closure that takes the context.
@freestanding(declaration)
public macro task<Value: Sendable>(
  _ name: String, _ priority: RWTaskPriority, _ event: RWTaskEvent,
  run: @escaping (TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "EventTaskMacro")

/// Declares a task for a date: `#schedule("ScheduleTask1", 1448873913, 5, 1) { … }`.
///
/// - Parameters:
///   - name: The name of the task, a string literal.
///   - date: The first fire time, in seconds since 1970.
///   - repeatCount: The number of runs.
///   - timeInterval: The seconds between two runs.
///   - run: The body of the task.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ date: TaskDate, _ repeatCount: TaskRepeat, _ timeInterval: TimeInterval,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task for a date, with a closure that takes the context.
@freestanding(declaration)
public macro schedule<Value: Sendable>(
  _ name: String, _ date: TaskDate, _ repeatCount: TaskRepeat, _ timeInterval: TimeInterval,
  run: @escaping (TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "ScheduledTaskMacro")

/// Declares a task for a timer: `#timer("ScheduleTask2", 10, 2) { … }`.
///
/// - Parameters:
///   - name: The name of the task, a string literal.
///   - repeatCount: The number of runs.
///   - timeInterval: The seconds before each run.
///   - run: The body of the task.
@freestanding(declaration)
public macro timer<Value: Sendable>(
  _ name: String, _ repeatCount: TaskRepeat, _ timeInterval: TimeInterval,
  run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "TimerTaskMacro")

/// Declares a task for a timer, with a closure that takes the context.
@freestanding(declaration)
public macro timer<Value: Sendable>(
  _ name: String, _ repeatCount: TaskRepeat, _ timeInterval: TimeInterval,
  run: @escaping (TaskContext) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "TimerTaskMacro")

/// Declares a task for a notification: `#notification("NotiTask", "NotificationKey") { … }`.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ key: String, run: @escaping (Notification) async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares a task for a notification, with a closure without parameters.
@freestanding(declaration)
public macro notification<Value: Sendable>(
  _ name: String, _ key: String, run: @escaping () async throws -> Value
) = #externalMacro(module: "ToolkitMacros", type: "NotificationTaskMacro")

/// Declares that the program advances the clock of its tasks itself.
///
/// For its tasks, a second passes whenever `RWAppClockTicktockNotificationKey` is posted. A task of
/// this name sets ``TaskManager/clock`` at the launch. Declare it once.
@freestanding(declaration)
public macro NO_RW_CLOCK() = #externalMacro(module: "ToolkitMacros", type: "NoClockMacro")
