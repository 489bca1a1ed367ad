import Foundation
import Testing

@testable import Khala

@Suite struct LogLineTests {
  private func line(
    _ url: String, _ parameters: [String: Any] = [:], redacting keys: Set<String> = []
  ) -> String {
    let bytes = LogLine.bytes(
      at: LogMoment(Date(timeIntervalSince1970: 1_543_630_014)), url: url, parameters: parameters,
      redaction: LogRedaction(keys: keys))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `A line is date, time, URL and parameters`() {
    #expect(
      line("kl://SwiftClass/double", ["test": "666"])
        == "2018-12-01 02:06:54  kl://SwiftClass/double  {\"test\":\"666\"}\n")
  }

  @Test func `Without parameters, a line ends in an empty object`() {
    #expect(line("kl://A/b") == "2018-12-01 02:06:54  kl://A/b  {}\n")
  }

  @Test(arguments: [
    ("kl://SwiftClass/double?", "kl://SwiftClass/double"),
    ("kl://A/b?#part", "kl://A/b#part"),
    ("kl://A/b?a=1", "kl://A/b?a=1"),
    ("kl://A/b??", "kl://A/b??"),
    ("kl://A/b#a?", "kl://A/b#a?"),
    ("kl://A/b#", "kl://A/b#"),
    ("?", ""),
    ("", ""),
    ("kl://路由/功能?键=值", "kl://路由/功能?键=值"),
    ("kl://A/b c?d= e", "kl://A/b%20c?d=%20e"),
    ("kl://A/b\n2018-12-01\u{0}\u{7F}", "kl://A/b%0A2018-12-01%00%7F"),
    ("kl://A/b?c=\r\nd", "kl://A/b?c=%0D%0Ad"),
  ])
  func `A URL is one part of one line`(url: String, written: String) {
    #expect(line(url) == "2018-12-01 02:06:54  \(written)  {}\n")
  }

  @Test(arguments: [
    ("kl://A/b?token=1&a=2", "kl://A/b?token=•••&a=2"),
    ("kl://A/b?a=2&TOKEN=1", "kl://A/b?a=2&TOKEN=•••"),
    ("kl://A/b?to%6Ben=1", "kl://A/b?to%6Ben=•••"),
    ("kl://A/b?pass+word=1", "kl://A/b?pass+word=•••"),
    ("kl://A/b?pass%20word=1", "kl://A/b?pass%20word=•••"),
    ("kl://A/b?token=1=2&token=", "kl://A/b?token=•••&token=•••"),
    ("kl://A/b?token&tokens=1", "kl://A/b?token&tokens=1"),
    ("kl://A/b#token=1", "kl://A/b#token=•••"),
    ("kl://token=1/b?&&a", "kl://token=1/b?&&a"),
    ("kl://A/b?%zz=1&token=2", "kl://A/b?%zz=1&token=•••"),
  ])
  func `Values of redacted keys are not in the URL`(url: String, written: String) {
    #expect(
      line(url, redacting: ["Token", "pass word"]) == "2018-12-01 02:06:54  \(written)  {}\n")
  }

  @Test func `Values of redacted keys are not in the parameters, at any depth`() {
    let parameters: [String: Any] = [
      "token": 1, "a": ["Token": ["x"], "b": 2] as [String: Any],
      "list": [["TOKEN": "x"], ["c": "token"]],
    ]
    #expect(
      line("kl://A/b", parameters, redacting: ["token"])
        == "2018-12-01 02:06:54  kl://A/b  "
        + #"{"a":{"Token":"•••","b":2},"list":[{"TOKEN":"•••"},{"c":"token"}],"token":"•••"}"#
        + "\n")
  }

  @Test(arguments: [
    (0, "1970-01-01 00:00:00"), (951_782_399, "2000-02-28 23:59:59"),
    (951_868_799, "2000-02-29 23:59:59"), (253_402_300_799, "9999-12-31 23:59:59"),
  ])
  func `A date is written with all its digits`(seconds: Int, written: String) {
    var bytes: [UInt8] = []
    bytes.append(moment: LogMoment(Date(timeIntervalSince1970: TimeInterval(seconds))))
    #expect(String(decoding: bytes, as: UTF8.self) == written)
  }

  @Test func `The URL can be read from a line again`() {
    #expect(LogLine.url(in: line("kl://A/b c", ["d": "e  f"])) == "kl://A/b%20c")
    #expect(LogLine.url(in: line("", ["a": 1])) == "")
    #expect(LogLine.url(in: "no line") == nil)
  }
}
