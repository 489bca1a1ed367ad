import Pharos
import Testing

@Suite struct FeedbackTests {
  @Test func `A cycle is broken at the limit, and its relays are named`() async {
    await #expect(processExitsWith: .success) {
      let errors = SharedRelay<[PharosError]>([])
      RelaySettings.errorHandler = { error in errors.modify { $0.append(error) } }
      RelaySettings.feedbackLimit = 1_000
      let one = Observable(wrappedValue: 0, fileID: "Test/One.swift", line: 1)
      let other = Observable(wrappedValue: 0, fileID: "Test/Other.swift", line: 2)
      one.projectedValue.relayValue(to: other.projectedValue)
      other.projectedValue.whenDidSet { one.wrappedValue = $0.new + 1 }
      one.wrappedValue = 1
      #expect(errors.value.count == 1)
      #expect(errors.value.first?.code == .feedback)
      #expect(
        errors.value.first?.locations.map(\.description).sorted() == [
          "Test/One.swift:1", "Test/Other.swift:2",
        ])
      // Afterwards everything is as before.
      let quiet = Observable(wrappedValue: 0)
      var last = 0
      quiet.projectedValue.whenDidSet { last = $0.new }
      quiet.wrappedValue = 5
      #expect(last == 5)
    }
  }

  @Test func `A cycle that branches is broken, and its relays are named`() async {
    await #expect(processExitsWith: .success) {
      let errors = SharedRelay<[PharosError]>([])
      RelaySettings.errorHandler = { error in errors.modify { $0.append(error) } }
      RelaySettings.feedbackLimit = 10_000
      let one = Observable(wrappedValue: 0, fileID: "Test/One.swift", line: 1)
      let other = Observable(wrappedValue: 0, fileID: "Test/Other.swift", line: 2)
      var count = 0
      for (relay, next) in [(one, other), (other, one)] {
        relay.projectedValue.whenDidSet { change in
          count += 1
          relay.wrappedValue = change.new + 1
          next.wrappedValue = change.new + 1
        }
      }
      one.wrappedValue = 1
      // Without a limit for all chains together, there would be 2 to the power of 10,000.
      #expect(count > 10_000)
      #expect(count < 100_000)
      #expect(errors.value.count == 1)
      #expect(
        errors.value.first?.locations.map(\.description).sorted() == [
          "Test/One.swift:1", "Test/Other.swift:2",
        ])
      one.projectedValue.discard()
      other.projectedValue.discard()
      one.wrappedValue = 1
      #expect(errors.value.count == 1)
    }
  }
}
