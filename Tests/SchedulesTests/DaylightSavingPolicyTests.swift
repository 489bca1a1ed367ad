import Schedules
import Testing

@Suite struct DaylightSavingPolicyTests {
  @Test func `There are two ways to treat a gap and two to treat a fold`() {
    #expect(DaylightSavingPolicy.Gap.allCases.count == 2)
    #expect(DaylightSavingPolicy.Fold.allCases.count == 2)
  }
}
