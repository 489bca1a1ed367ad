import Declarations
import SectionRegistry
import TaskKit
import Testing

/// What records and the running program both know of tasks.
@Suite struct TaskSchemaTests {
  @Test func `Events have the names that records use`() {
    let members = TaskEvent(rawValue: .max).members
    #expect(members.map { String($0.description.dropFirst()) } == TaskSchema.eventNames)
  }
}
