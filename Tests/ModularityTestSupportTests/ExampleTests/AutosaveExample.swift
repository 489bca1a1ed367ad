import ModularityTestSupport
import Testing

/// Saves a text once its writer has paused for two seconds.
actor Autosave {
  private let clock: any Clock<Duration>
  private let save: @Sendable (String) -> Void
  private var edits = 0

  init(clock: any Clock<Duration>, save: @escaping @Sendable (String) -> Void) {
    self.clock = clock
    self.save = save
  }

  func edit(_ text: String) async throws {
    edits += 1
    let edit = edits
    try await clock.sleep(for: .seconds(2))
    if edit == edits { save(text) }
  }
}

@Test func `A text is saved two seconds after its last edit`() {
  let clock = ManualClock()
  let saved = EventRecorder<String>()
  let autosave = Autosave(clock: clock, save: saved.record)
  func type(_ text: String) {
    Task(executorPreference: clock.executor) { try await autosave.edit(text) }
  }

  type("Dear har")
  clock.advance(by: .seconds(1))
  type("Dear harbour master")
  clock.advance(by: .milliseconds(1_999))
  #expect(saved.events.isEmpty)
  clock.advance(by: .milliseconds(1))
  #expect(saved.events == ["Dear harbour master"])
}
