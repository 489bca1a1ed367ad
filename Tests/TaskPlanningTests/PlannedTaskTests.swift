import TaskPlanning
import Testing

@Suite struct PlannedTaskTests {
  @Test func `A task needs no others`() {
    let task = PlannedTask(name: "A", priority: 2, place: "App/A.swift:1")
    #expect(task.requires.isEmpty && task.follows.isEmpty)
  }
}
