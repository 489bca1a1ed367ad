import Bridge
import ModularityTestSupport
import RecordFormat
import Testing

extension RelayKey<Int> {
  fileprivate static var number: Self { Self("oneError.key") }
}

extension RelayKey<String> {
  fileprivate static var text: Self { Self("oneError.key") }
}

/// The form that the errors of all products share.
@Suite struct OneErrorTests {
  /// An error with what the protocol gives.
  private struct Own: ModularityError {
    var code = "late"
    var message = "the train is late. Take the next one."
    var location: CodeLocation? = CodeLocation(fileID: "Station/Track.swift", line: 9)
    var underlyingError: (any Error)?
  }

  private struct Mishap: Error {}

  /// What one handler for the errors of all products reports.
  private func line(_ error: some ModularityError) -> String {
    "\(error.code) in \(error.fileID ?? "no file"), \(error.message.isEmpty ? "mute" : "said")"
  }

  @Test func `One function handles the errors of all products, in its fresh state`() throws {
    let lines = EventRecorder<String>()
    try Bridge.withFreshState {
      Bridge.handleErrors { lines.record(line($0)) }
      try Bridge.withFreshState(including: { _ in false }) {
        Khala.isEnabledAssert = false
        Rhea.trigger(event: .premain)
        Khala(str: "kl://OneErrorTests/nothing")?.call()
        _ = SharedRelay.of(.number, default: 1)
        _ = SharedRelay.existing(.text)
        try TaskManager.shared.injectEventTask(
          name: "oneError.task", event: .reserved1, dependencies: ["nothing"]
        ) { _ in }
        TaskManager.shared.trigger(.reserved1)
        Bridge.handleErrors { _ in lines.record("the inner handler") }
      }
      Rhea.trigger(event: .premain)
    }
    #expect(
      lines.events == [
        "builtInEvent in BridgeTests/OneErrorTests.swift, said",
        "classNotFound in BridgeTests/OneErrorTests.swift, said",
        "mistypedKey in BridgeTests/OneErrorTests.swift, said",
        "badPlan in BridgeTests/OneErrorTests.swift, said",
        "builtInEvent in BridgeTests/OneErrorTests.swift, said",
      ])
  }

  @Test func `Its description starts with the location, as that of a compiler does`() {
    #expect("\(Own())" == "Station/Track.swift:9: the train is late. Take the next one.")
    #expect("\(Own(location: nil))" == "the train is late. Take the next one.")
    #expect(Own().fileID == "Station/Track.swift")
    #expect(Own().line == 9)
    #expect(Own(location: nil).fileID == nil)
    #expect(Own(location: nil).line == nil)
  }

  @Test func `Errors are equal if code, message and location are`() {
    let error = Own()
    let same = Own(underlyingError: Mishap())
    #expect(error == same)
    #expect(error.hashValue == same.hashValue)
    let others = [
      Own(code: "early"), Own(message: ""), Own(location: nil),
      Own(location: CodeLocation(fileID: "Station/Track.swift", line: 10)),
    ]
    for other in others { #expect(error != other) }
    #expect(Set([error, same] + others).count == 1 + others.count)
  }
}
