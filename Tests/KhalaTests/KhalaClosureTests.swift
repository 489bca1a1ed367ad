import Khala
import ModularityTestSupport
import Testing

@Suite struct KhalaClosureTests {
  @Test func `A closure hands over what it is told, from any thread`() async {
    let told = EventRecorder<String>()
    let closure: KhalaClosure = { info in told.record("\(info["value"] as? String ?? "nothing")") }
    await Task.detached { closure(["value": #function]) }.value
    #expect(told.events.count == 1)
  }
}
