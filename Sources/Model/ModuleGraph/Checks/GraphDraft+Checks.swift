import Spelling

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension GraphDraft {
  /// Finds what is wrong, when all is read.
  ///
  /// - Parameter moment: The moment after which schedules must have something to
  ///   come; nothing if the clock does not matter.
  mutating func check(at moment: Date?) {
    checkTasks()
    checkSchedules(at: moment)
    checkWires()
    checkRelayKeys()
    checkSources()
    checkUses()
    checkLoops()
    if let first = cutWires.first {
      problems.append(.wireEndsCutOff(first, count: cutWires.count))
    }
    if searchBudget.cutSearches > 0 {
      problems.append(.suggestionsCutOff(searchBudget.cutSearches))
    }
  }
}
