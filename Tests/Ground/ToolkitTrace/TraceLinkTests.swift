import Testing
import ToolkitTrace

@Suite struct TraceLinkTests {
  private static let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  @Test func `A link is written as a traceparent, and read back`() throws {
    let link = try #require(TraceLink(traceParent: Self.text))
    #expect(link.trace.rawValue == 0x4bf9_2f35_77b3_4da6_a3ce_929d_0e0e_4736)
    #expect(link.span.rawValue == 0x00f0_67aa_0ba9_02b7)
    #expect(link.traceParent == Self.text)
    #expect(link.spanOfThisProcess == nil)
  }

  @Test func `A link to a span of this process leads back to it`() throws {
    let link = try #require(
      TraceLink(traceParent: TraceLink(TraceSpanID(rawValue: 7)).traceParent))
    #expect(link.spanOfThisProcess == TraceSpanID(rawValue: 7))
    #expect(link.trace == .current)
  }

  @Test(arguments: [
    "", "00", "garbage", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
    // Zeros, capitals, a sign, the version that never is, and more than this version has.
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
    "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-+0f067aa0ba902b7-01",
    "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
  ])
  func `A text of another form is no link`(text: String) {
    #expect(TraceLink(traceParent: text) == nil)
  }

  @Test func `A later version may have more parts`() {
    let text = "01" + Self.text.dropFirst(2) + "-more"
    #expect(TraceLink(traceParent: text) == TraceLink(traceParent: Self.text))
  }

  @Test func `A text that no version has is rejected by its length`() {
    let start = "01" + Self.text.dropFirst(2) + "-"
    #expect(TraceLink(traceParent: start + String(repeating: "a", count: 200)) != nil)
    #expect(TraceLink(traceParent: start + String(repeating: "a", count: 4_000_000)) == nil)
  }

  @Test func `Links and attributes are recorded, and reach sinks`() throws {
    let link = try #require(TraceLink(traceParent: Self.text))
    let recorder = TraceRecorder()
    let sink = CollectingSink()
    let attachment = recorder.attach(sink)
    defer { attachment.cancel() }
    recorder.start(capacity: 1)
    let first = TraceToken(startingAt: TraceInstant(nanoseconds: 1))
    recorder.end(
      first, "send", kind: .job, module: "Mail", cause: nil, links: [link],
      attributes: ["queue": "mail"])
    let span = try recorder.snapshot().only("send")
    #expect(span.links == [link])
    #expect(span.attributes == ["queue": "mail"])
    #expect(sink.spans == [span])
    // The slot is used again, by a span without any.
    let second = TraceToken(startingAt: TraceInstant(nanoseconds: 2))
    recorder.end(second, "other", kind: .task, module: "Mail", cause: nil)
    #expect(try recorder.snapshot().only("other").links == [])
    #expect(try recorder.snapshot().only("other").attributes == [:])
  }

  @Test func `An exported trace has links and attributes`() throws {
    let span = TraceSpan(
      id: TraceSpanID(rawValue: 1), name: "send", kind: .job, module: "Mail",
      start: TraceInstant(nanoseconds: 0), duration: .zero,
      links: [try #require(TraceLink(traceParent: Self.text))], attributes: ["queue": "mail"])
    let json = String(
      decoding: try TraceSnapshot.sample([span]).chromeTraceJSON(), as: UTF8.self)
    #expect(
      json.contains(
        #"{"args":{"attributes":{"queue":"mail"},"links":["\#(Self.text)"],"span":1},"cat":"job""#))
  }

  @Test func `There is no current link without a recording or a cause`() {
    #expect(Trace.currentLink == nil)
  }
}
