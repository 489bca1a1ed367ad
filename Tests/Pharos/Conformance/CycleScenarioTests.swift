import ModularityTestSupport
import Pharos
import Testing

/// Cycles that a change closes and opens, in derived values and in effects.
@Suite struct CycleScenarioTests {
  private final class Loop { var derived: Derived<Int>? }

  private let loop = Loop()
  private let a = source(0)

  @Test func `A derived value that reads itself in a branch catches the error and recovers`() {
    loop.derived = Derived { [unowned loop] in
      guard a.now == 1 else { return a.now }
      do {
        return try loop.derived?.get() ?? 0
      } catch {
        return -1
      }
    }
    for (number, expected) in [(0, 0), (1, -1), (2, 2), (1, -1), (0, 0)] {
      a.now = number
      #expect(loop.derived?.value == expected)
    }
  }

  @Test func `A derived value that reads itself untracked is a cycle, too`() {
    loop.derived = Derived { [unowned loop] in
      do {
        return try untracked { try loop.derived?.get() ?? 0 }
      } catch {
        return -1
      }
    }
    #expect(loop.derived?.value == -1)
  }

  @Test func `An effect that starts to set its own sources is stopped and reported`() async {
    await #expect(processExitsWith: .success) {
      RelaySettings.feedbackLimit = 100
      let errors = EventRecorder<PharosError>()
      RelaySettings.errorHandler = { errors.record($0) }
      let isSetting = Observable(wrappedValue: false)
      let number = Observable(wrappedValue: 0)
      let effect = Effect {
        let value = number.wrappedValue
        if isSetting.wrappedValue { number.wrappedValue = value + 1 }
      }
      #expect(errors.events.isEmpty)
      isSetting.wrappedValue = true
      #expect(number.wrappedValue == 100)
      #expect(errors.events.map(\.code) == [.feedback])
      // It is stopped, and not ended.
      isSetting.wrappedValue = false
      number.wrappedValue = 5
      #expect(number.wrappedValue == 5)
      isSetting.wrappedValue = true
      #expect(number.wrappedValue == 105)
      #expect(errors.events.map(\.code) == [.feedback, .feedback])
      #expect(effect.isValid)
    }
  }
}
