import ModularityTestSupport
import Testing

@testable import ToolkitTrace

@Suite struct TraceRingTests {
  /// The ring again, in the plainest way.
  private struct Model {
    let capacity: Int
    var spans: [TraceSpan] = []
    var dropped = 0

    mutating func append(_ span: TraceSpan) {
      spans.append(span)
      if spans.count > capacity {
        spans.removeFirst()
        dropped += 1
      }
    }
  }

  private static func append(_ span: TraceSpan, to ring: inout TraceRing) {
    ring.append { slot in
      slot.become(
        id: span.id, name: span.name, kind: span.kind, module: span.module, start: span.start,
        duration: span.duration, cause: span.cause)
    }
  }

  @Test(arguments: 0...9)
  func `A ring equals a list that drops its first elements`(capacity: Int) {
    var ring = TraceRing(capacity: capacity)
    var model = Model(capacity: capacity)
    #expect(ring.spans.isEmpty)
    for number in 1...UInt64(4 * capacity + 3) {
      let span = TraceSpan.sample(
        number, kind: TraceKind(rawValue: "kind \(number)"), module: "module \(number)",
        from: Int64(number), to: Int64(2 * number), cause: number % 3 == 0 ? nil : number - 1)
      Self.append(span, to: &ring)
      model.append(span)
      #expect(ring.spans == model.spans)
      #expect(ring.dropped == model.dropped)
    }
  }

  @Test
  func `A ring equals its model after random numbers of spans`() {
    var random = SeededGenerator(seed: 20_240_229)
    for _ in 1...200 {
      let capacity = Int.random(in: 0...40, using: &random)
      var ring = TraceRing(capacity: capacity)
      var model = Model(capacity: capacity)
      for number in 0..<UInt64.random(in: 0...120, using: &random) {
        let span = TraceSpan.sample(number)
        Self.append(span, to: &ring)
        model.append(span)
      }
      #expect(ring.spans == model.spans)
      #expect(ring.dropped == model.dropped)
    }
  }

  @Test(arguments: [-1, Int.min])
  func `A negative capacity counts as zero`(capacity: Int) {
    var ring = TraceRing(capacity: capacity)
    Self.append(.sample(1), to: &ring)
    #expect(ring.spans.isEmpty)
    #expect(ring.dropped == 1)
  }

  @Test
  func `A copied snapshot does not change afterwards`() {
    var ring = TraceRing(capacity: 2)
    Self.append(.sample(1), to: &ring)
    Self.append(.sample(2), to: &ring)
    let copy = ring.spans
    Self.append(.sample(3), to: &ring)
    #expect(copy == [.sample(1), .sample(2)])
    #expect(ring.spans == [.sample(2), .sample(3)])
  }
}
