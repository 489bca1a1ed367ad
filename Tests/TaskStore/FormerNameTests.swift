import Foundation
import ModularityTestSupport
import TaskStore
import Testing

@Suite struct FormerNameTests {
  let deployment = Deployment()
  let start = Deployment.start
  var store: SQLiteStore { deployment.store }

  @Test func `A job that is stored under an earlier name runs, and a new one has the new name`()
    async throws
  {
    let old = NewJob(name: "SendMail", queue: "mail", payload: #"{"number":7,"text":""}"#)
    _ = try await store.enqueue([old])
    let instance = try await JobInstance(sharing: store)
    try instance.handle(.formerly("SendMail", queue: "mail")) { _, _ in }
    try await deployment.jobsSettle([.succeeded])
    try await instance.jobs.enqueue("SendMail", Letter(number: 8))
    try await deployment.jobsSettle([.succeeded, .succeeded])
    #expect(instance.runs.events.map(\.number) == [7, 8])
    #expect(try await store.jobs(JobFilter()).map(\.name) == ["letter", "SendMail"])
    #expect(try await store.jobs(JobFilter()).map(\.queue) == ["default", "mail"])
  }

  @Test func `The current name of a job precedes the earlier name of another`() async throws {
    let instance = try await JobInstance(sharing: store)
    let runs = EventRecorder<String>()
    try instance.jobs.handle("a", traits: [.formerly("b")]) {
      (_: Int, _: JobContext) async throws in
      runs.record("a")
    }
    try instance.jobs.handle("b") { (_: Int, _: JobContext) async throws in runs.record("b") }
    try await instance.jobs.enqueue("b", 1)
    try await deployment.jobsSettle([.succeeded])
    #expect(runs.events == ["b"])
  }

  @Test func `A renamed schedule continues with the fires of its earlier name`() async throws {
    let former = try await Instance(sharing: store, from: start)
    try await deployment.settles([.succeeded])
    former.manager.stopStore()
    let instance = Instance()
    try await instance.manager.use(store, lease: .seconds(15))
    try instance.add("renamed", from: start, traits: [.formerly("task")])
    deployment.pass(.seconds(10), instance)
    try await deployment.settles([.succeeded, .succeeded])
    #expect(instance.fires.events.map(\.number) == [2])
    #expect(instance.fires.events.map(\.task) == ["task"])
    let ledger = try await instance.manager.storedLedger(of: "renamed")
    #expect(ledger.map(\.task) == ["renamed", "renamed"])
    #expect(instance.manager.list.first?.nextFireTime == start.addingTimeInterval(20))
    #expect(instance.errors.events.isEmpty)
  }

  @Test func `While the build before runs too, each fire runs on one of them`() async throws {
    let former = try await Instance(sharing: store, from: start)
    let instance = Instance()
    try await instance.manager.use(store, lease: .seconds(15))
    try instance.add("renamed", from: start, traits: [.formerly("task")])
    try await deployment.settles([.succeeded])
    for count in 2...10 {
      deployment.pass(.seconds(10), former, instance)
      try await deployment.settles(Array(repeating: .succeeded, count: count))
    }
    let fires = (former.fires.events + instance.fires.events).map(\.number)
    #expect(fires.sorted() == Array(1...10))
  }

  @Test func `A pause reaches the schedule under its earlier name`() async throws {
    let instance = Instance()
    try await instance.manager.use(store, lease: .seconds(15))
    try instance.add("renamed", from: start, traits: [.formerly("task")])
    try await deployment.settles([.succeeded])
    #expect(try instance.manager.pauseTask(named: "renamed"))
    try await deployment.waits("the pause in the store") {
      try await store.schedules(of: ["task"]).schedules["task"]?.isPaused == true
    }
  }

  @Test func `A task that no store keeps has no earlier name`() throws {
    let manager = TaskManager()
    let error = #expect(throws: TaskError.self) {
      try manager.scheduleTask(
        name: "renamed", date: start, repeatCount: .forever, timeInterval: 10,
        traits: [.formerly("task")]
      ) { _ in }
    }
    let message = try #require(error).message
    #expect(message.contains("it is '.formerly(\"task\")', but no store keeps it"))
  }
}
