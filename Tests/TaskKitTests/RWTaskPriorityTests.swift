import TaskKit
import Testing

@Suite struct RWTaskPriorityTests {
  @Test func `The highest priority has the lowest number`() {
    #expect(RWTaskPriority.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(RWTaskPriority.allCases.first == .critical)
  }
}
