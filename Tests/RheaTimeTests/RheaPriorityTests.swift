import RheaTime
import Testing

@Suite struct RheaPriorityTests {
  @Test func `The named priorities have the numbers that they are documented with`() {
    let named: [RheaPriority] = [.veryLow, .low, .normal, .high, .veryHigh]
    #expect(named.map(\.rawValue) == [1, 3, 5, 7, 9])
  }
}
