import TaskKit

/// What the document of the original shows of tasks that are added at run time.
func injectAndDestroy() async throws {
  let manager = RWTaskManager.sharedInstance()

  try manager.injectEventTask(
    name: "injected", priority: .high, event: .reserved2,
    dependencies: ["Task1", "Task2"],  // of the launch, which is over
    autoRemove: false
  ) { @MainActor context in
    print("\(context.task) runs for \(context.event), with \(context["key"] ?? "nothing")")
  }
  manager.injectEventTask(
    withName: "once",
    andBlock: { @MainActor context in print("\(context.task) runs for \(context.event)") },
    priority: RWTaskPriorityDefault, triggerEvent: RWTaskEventReserved2,
    dependency: [task_name("injected")], autoRemove: true)
  try await manager.run(.reserved2, options: ["key": "a value"])

  print("paused:", try manager.pauseTask(named: "injected"))
  try await manager.run(.reserved2)
  print("resumed:", try manager.resumeTask(named: "injected"))
  try await manager.run(.reserved2)

  try manager.destroyTask(named: "injected")
  let reports = try await manager.run(.reserved2)
  print("\(reports[0].tasks.count) tasks are left")

  // One that is declared in a binary goes like any other, and its name is free.
  manager.destroyTask(byName: "Task4")
  try manager.injectEventTask(name: "Task4", event: .reserved2) { @MainActor _ in
    print("another No.4")
  }
  try await manager.run(.reserved2)
}

/// What cannot be done says why.
func makeMistakes() {
  do {
    try TaskManager.shared.pauseTask(named: "Taks2")
  } catch {
    print("\(error.code): \(error.message)")
  }
  do {
    try TaskManager.shared.injectEventTask(name: "late", event: .willFinishLaunching) { _ in }
  } catch {
    print("\(error.code): \(error.message)")
  }
}
