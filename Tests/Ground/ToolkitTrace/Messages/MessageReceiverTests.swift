import RecordFormat
import Synchronization
import Testing

@testable import ToolkitTrace

@Suite struct MessageReceiverTests {
  private let message = ToolkitMessage(text: "a", source: "Tests")

  @Test func `A message is not received without a function`() {
    let receiver = MessageReceiver()
    #expect(!receiver.receive(message))
    receiver.set { _ in }
    #expect(receiver.receive(message))
    receiver.set(nil)
    #expect(!receiver.receive(message))
  }

  @Test func `The function that was set last gets messages`() {
    let receiver = MessageReceiver()
    let received = Mutex<[String]>([])
    receiver.set { message in received.withLock { $0.append("first \(message.text)") } }
    receiver.set { message in received.withLock { $0.append("second \(message.text)") } }
    #expect(receiver.receive(message))
    #expect(received.withLock(\.self) == ["second a"])
  }

  @Test func `A function may replace itself`() {
    let receiver = MessageReceiver()
    receiver.set { _ in receiver.set(nil) }
    #expect(receiver.receive(message))
    #expect(!receiver.receive(message))
  }

  @Test func `A message about an error has its source, severity and location`() {
    let location = CodeLocation(fileID: "Shop/Cart.swift", line: 12)
    let message = ToolkitMessage(
      about: TestError(location: location), source: "Shop", severity: .warning)
    #expect(message.text == "it failed")
    #expect(message.location == location)
    #expect(message.severity == .warning)
    #expect(message.line == "Shop: Shop/Cart.swift:12: it failed")
    let unknown = ToolkitMessage(about: TestError(location: nil), source: "Shop")
    #expect(unknown.line == "Shop: it failed")
    #expect(unknown.severity == .error)
  }

  @Test func `A line that names its origin is written as it is`() {
    let message = ToolkitMessage(line: "harbor: ready", source: "Bridge")
    #expect(message.line == "harbor: ready")
    #expect(message.text == message.line)
  }
}

/// An error at a location.
private struct TestError: ModularityError {
  let code = "failed"
  let message = "it failed"
  let location: CodeLocation?
  var underlyingError: (any Error)? { nil }
}
