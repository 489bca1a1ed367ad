import Testing

@testable import ToolkitTelemetry

@Suite struct HTTPAnswerTests {
  /// Reads the lines of an answer's headers.
  private func answer(_ lines: String...) -> HTTPAnswer {
    var answer = HTTPAnswer()
    for line in lines + [""] {
      let isRead = answer.receive(line: Array("\(line)\r\n".utf8))
      #expect(isRead)
    }
    return answer
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK": 200, "HTTP/1.1 204": 204, "HTTP/2 401 ": 401, "HTTP/1.0 503 a b": 503,
    "HTTP/1.1": 0, "HTTP/1.1 many": 0,
  ])
  func `A status is read with and without words`(line: String, status: Int) {
    #expect(answer(line).status == status)
  }

  @Test func `Headers are read in any case, and without spaces around values`() {
    let answer = answer(
      "HTTP/1.1 429 Busy", "RETRY-AFTER:  Sun, 06 Nov 1994 08:49:37 GMT ", "location:http://a:1/b",
      "Other: 1", "none")
    #expect(answer.retryAfter == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(answer.location == "http://a:1/b")
  }

  @Test func `The last status counts, with the headers after it`() {
    let answer = answer("HTTP/1.1 100 Continue", "Retry-After: 5", "", "HTTP/1.1 200 OK")
    #expect(answer.status == 200)
    #expect(answer.retryAfter == nil)
  }

  @Test func `Headers and the body together are limited`() {
    var answer = HTTPAnswer()
    let isRoom = [
      answer.receive(line: Array("HTTP/1.1 200 OK\r\n".utf8)),
      answer.receive(Array(repeating: 1, count: HTTPAnswer.limit - 17)),
      answer.receive([1]),
      answer.receive(line: []),
    ]
    #expect(isRoom == [true, true, false, false])
    #expect(answer.isCut)
    #expect(answer.body.count == HTTPAnswer.limit - 17)
  }

  @Test(arguments: [(200, 0), (0, 0), (100, 0), (302, 302), (401, 401), (503, 503)])
  func `An answer that was cut has its status from 300 on`(status: Int, named: Int) throws {
    var answer = HTTPAnswer(status: status)
    _ = answer.receive(Array(repeating: 1, count: HTTPAnswer.limit + 1))
    let collector = try TelemetryCollector("http://a")
    switch ExportVerdict(answer, to: .traces, from: collector) {
    case .rejected(let error) where error.code == .unreadableAnswer: #expect(named == 0)
    case .rejected(let error), .retry(let error, _):
      #expect(error.message.contains("with the status \(named)"))
    case .arrived: Issue.record("an answer that was cut is no success")
    }
  }

  @Test(arguments: [
    "": "", "no": "no", "a\u{1B}[2J\nb\u{202E}": #"a\u{1B}[2J\nb\u{202E}"#,
    String(repeating: "a", count: 200): String(repeating: "a", count: 200),
    String(repeating: "a", count: 201): String(repeating: "a", count: 200) + "…",
    // One character of a thousand scalars.
    "a" + String(repeating: "\u{301}", count: 1_000): "a" + String(repeating: "\u{301}", count: 199)
      + "…",
  ])
  func `The words of a collector are clipped and spelled out`(text: String, shown: String) {
    #expect(ForeignText.clipped(text) == shown)
  }
}
