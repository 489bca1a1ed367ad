import Foundation
import Testing

@testable import Khala
@testable import KhalaRoutes

/// What comes from outside in what Khala says.
@Suite struct HostileMessageTests {
  private struct Mishap: Error, CustomStringConvertible {
    let description: String
  }

  private static let long = String(repeating: "x", count: 3_000_000)

  private func check(_ error: KhalaError?, lines: Int = 1) {
    guard let error else {
      Issue.record("There is no error.")
      return
    }
    let text = "\(error)"
    let harmful = text.unicodeScalars.filter { $0 != "\n" && HarmlessText.isHarmful($0) }
    #expect(harmful.isEmpty, "\(error.code)")
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == lines)
    #expect(text.utf8.count < 5000, "\(error.code)")
    #expect(!text.contains("\nFAKE"))
  }

  @Test(
    .takesReports,
    arguments: [
      "kl://%1b%5b31mShop%0aFAKE/f", "kl://Shop/f%0aFAKE", "kl:%0aFAKE/%C2%9B31m/f", "%0aFAKE",
      "kl://a\u{9B}31m/f", "kl://a\u{2028}FAKE/f", "kl://a\u{202E}/f", "a b\nFAKE", "\u{1B}[2J",
      "kl://\(long)/f", "kl://Shop/\(long)", "kl://CallSample/\(long)", " \(long)",
    ])
  func `A hostile link makes a short error of one line`(link: String) {
    let outside = #expect(throws: KhalaError.self) { try Khala(external: link).call(as: Any?.self) }
    check(outside)
    #expect(outside?.url.utf8.count == link.utf8.count)
    let inside = #expect(throws: KhalaError.self) {
      try Khala(
        text: link, params: [:], isExternal: false, caller: CodeLocation(fileID: "", line: 1)
      )
      .call(as: Any?.self)
    }
    let functions = KhalaState.current.routes.board.classes["CallSample"]?.functions.count ?? 0
    let lines = link.contains("CallSample") ? functions + 1 : 1
    check(inside, lines: lines)
    // The error with its details, in place of one that says only that the route is not open.
    let reported = TakesReports.take()
    #expect(reported.count == (outside?.code == .notExternal ? 1 : 0))
    for error in reported { check(error, lines: lines) }
  }

  @Test func `Values, results and errors of modules are escaped in messages`() throws {
    let routes = [
      try Khala.route("kl://Hostile/value", access: .external) { try $0.value("a", as: Int.self) },
      try Khala.route("kl://Hostile/failing", access: .external) { _ in
        throw Mishap(description: "a\nFAKE\u{9B}")
      },
      try Khala.route("kl://Hostile/long", access: .external) { _ in
        throw Mishap(description: Self.long)
      },
    ]
    let interceptor = try Khala.intercept("kl://Hostile/denied") { _ in
      throw KhalaDenial("no\nFAKE")
    }
    defer {
      for route in routes { route.cancel() }
      interceptor.cancel()
    }
    for url in [
      "kl://Hostile/value?a=%0aFAKE%1b%5b31m", "kl://Hostile/value?a=\(Self.long)",
      "kl://Hostile/failing", "kl://Hostile/long", "kl://Hostile/denied",
    ] {
      let error = #expect(throws: KhalaError.self) { try Khala(external: url).call(as: Int.self) }
      check(error)
      #expect(error?.code != .notExternal)
    }
    let error = #expect(throws: KhalaArgumentError.self) {
      try KhalaArguments(function: "A/f", queryValues: [("a", "\nFAKE")])
        .value("a", as: Int.self)
    }
    #expect(error?.description.contains("'\\nFAKE'") == true)
    #expect(error?.given == "'\nFAKE'")
  }

  @Test(arguments: [
    "kl://A%0aFAKE/%1b?%C2%9B=%0aFAKE#%E2%80%AE", "a b\nFAKE", "kl://\(long)/f?a=\(long)",
  ])
  func `Values add no lines to an explanation`(link: String) {
    let text = RouteBoard(classes: []).explain(link, rewrite: FilterRewrite()).description
    #expect(!text.contains("\nFAKE"))
    #expect(!text.unicodeScalars.contains { $0 != "\n" && HarmlessText.isHarmful($0) })
    #expect(text.utf8.count < 10_000)
    #expect(Khala.explain(link).parts?.description.contains("\n") != true)
  }

  @Test func `A log entry is one line without control characters`() {
    let bytes = LogLine.bytes(
      at: LogMoment(Date(timeIntervalSince1970: 0)), url: "kl://a\u{9B}\u{2028}ü/f?b=\u{202E}",
      parameters: ["k\u{9B}": "a\u{2029}b\u{61C}\u{85}ü中\u{2022}", "z": "\u{C2}"],
      redaction: LogRedaction(keys: []))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "1970-01-01 00:00:00  kl://a%C2%9B%E2%80%A8ü/f?b=%E2%80%AE  "
        + #"{"k\u009B":"a\u2029b\u061C\u0085ü中•","z":"Â"}"# + "\n")
  }

  @Test func `A problem of the log with a long line is a short message`() {
    let line = Array("1970-01-01 00:00:00  kl://A/\(Self.long)  {}\n".utf8)
    let error = KhalaError.logFailed(.tooLong(line, cap: 10, folder: "/a\nb"))
    check(error)
    #expect(error.url.utf8.count == Self.long.utf8.count + 7)
  }
}
