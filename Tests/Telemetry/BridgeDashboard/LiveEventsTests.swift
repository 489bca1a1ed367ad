import Foundation
import ModularityTestSupport
import Testing

@testable import BridgeDashboard

@Suite struct LiveEventsTests {
  private func texts(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n\n").dropLast().map {
      $0.components(separatedBy: "data: ").last ?? ""
    }
  }

  @Test func `A client gets each event once, from its position on`() {
    var events = LiveEvents(epoch: "a")
    events.append("nodes", Array("1".utf8))
    var cursor = events.end
    events.append("nodes", Array("2".utf8))
    events.append("nodes", Array("3".utf8))
    #expect(texts(events.take(after: &cursor)) == ["2", "3"])
    #expect(events.take(after: &cursor).isEmpty)
    #expect(
      events.cursor("a-1").map {
        var start = $0; return texts(events.take(after: &start))
      } == ["2", "3"])
  }

  @Test(arguments: ["b-1", "a-9", "a--1"])
  func `A position that the feed does not know leads to a reset`(id: String) {
    var events = LiveEvents(epoch: "a")
    events.append("nodes", Array("1".utf8))
    var cursor = events.cursor(id) ?? LiveEvents.Cursor(epoch: "", number: 0)
    let text = String(decoding: events.take(after: &cursor), as: UTF8.self)
    #expect(text == "id: a-1\nevent: reset\ndata: {}\n\n")
    #expect(cursor == events.end)
  }

  @Test func `Whatever a client misses, it gets the rest or a reset, and memory is bounded`() {
    var generator = SeededGenerator(seed: 44)
    var events = LiveEvents(epoch: "a", mostEvents: 50, mostBytes: 2_000)
    var cursor = events.end
    var (sent, seen) = (0, 0)
    for _ in 0..<2_000 {
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        sent += 1
        events.append("nodes", Array("\(sent)".utf8))
      }
      guard Bool.random(using: &generator) else { continue }
      let texts = texts(events.take(after: &cursor))
      if texts != ["{}"] { #expect(texts == (seen..<sent).map { "\($0 + 1)" }) }
      seen = sent
      var all = LiveEvents.Cursor(epoch: "a", number: max(0, sent - 51))
      #expect(events.take(after: &all).count <= 2_100)
    }
    #expect(seen > 1_000)
  }
}
