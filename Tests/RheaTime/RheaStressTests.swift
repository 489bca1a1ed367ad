import Dispatch
import ModularityTestSupport
import Testing

@testable import RheaTime

@Suite struct RheaStressTests {
  private static let threads = 8
  private static let callbacks = 1_000
  private static let rounds = 25
  private static let events: [RheaEvent] = [
    "stress 0", "stress 1", "stress 2", "stress 3", "quiet",
  ]

  /// A callback and how often it has run.
  private struct Subject: Sendable {
    let isRepeatable: Bool
    let event: Int
    let count = Counter()
  }

  private func add(_ subject: Subject, isAsync: Bool) -> RheaRegistration {
    let event = Self.events[subject.event]
    let count = subject.count
    return isAsync
      ? Rhea.on(event, repeatable: subject.isRepeatable, async: true) { count.add() }
      : Rhea.on(event, repeatable: subject.isRepeatable) { count.add() }
  }

  @Test func `Concurrent triggers, additions and cancellations lose and repeat nothing`()
    async
  {
    let center = Rhea.withFreshState { RheaCenter.current }
    // Added before the first trigger: their counts are known exactly.
    let subjects = (0..<Self.callbacks).map { number in
      Subject(isRepeatable: number.isMultiple(of: 2), event: number / 2 % 5)
    }
    center.withCurrent {
      for (number, subject) in subjects.enumerated() {
        _ = add(subject, isAsync: number % 20 < 4)
      }
    }
    let comers = EventRecorder<Subject>()
    let leavers = EventRecorder<Subject>()
    let triggers = EventRecorder<RheaTrigger>()
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      center.withCurrent {
        for round in 0..<Self.rounds {
          for event in 0..<4 { triggers.record(Rhea.trigger(event: Self.events[event])) }
          let comer = Subject(isRepeatable: false, event: round % 5)
          comers.record(comer)
          _ = add(comer, isAsync: round.isMultiple(of: 3))
          // The quiet event is not triggered before these are gone.
          let leaver = Subject(isRepeatable: round.isMultiple(of: 2), event: 4)
          leavers.record(leaver)
          add(leaver, isAsync: thread.isMultiple(of: 2)).cancel()
        }
      }
    }
    for trigger in triggers.events { await trigger.finished() }
    await center.withCurrent {
      for event in Self.events { await Rhea.run(event: event) }
    }

    // Each thread's triggers, and the one at the end.
    let occurrences = Self.threads * Self.rounds + 1
    for subject in subjects {
      let expected = !subject.isRepeatable || subject.event == 4 ? 1 : occurrences
      #expect(subject.count.value == expected)
    }
    #expect(comers.events.count == Self.threads * Self.rounds)
    #expect(comers.events.allSatisfy { $0.count.value == 1 })
    #expect(leavers.events.allSatisfy { $0.count.value == 0 })
    let left = Self.events.flatMap { event in
      center.callbacks(for: event).filter { !$0.isDeclared }
    }
    #expect(left.count == Self.callbacks / 2)
    #expect(left.allSatisfy { $0.isRepeatable })
  }
}
