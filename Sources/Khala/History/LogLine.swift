import Foundation

/// One line of the log: the time, the URL and the parameters.
///
/// ```
/// 2018-12-01 02:06:54  kl://SwiftClass/double  {"test":"666"}
/// ```
///
/// Two spaces separate the date and time in UTC, the URL, and the parameters as JSON. Without
/// parameters the line ends in `{}`, so that every line has three parts. No part contains a line
/// break, and the URL contains no space.
enum LogLine {
  /// Returns the bytes of a line, including its line break.
  static func bytes(
    at moment: LogMoment,
    url: String,
    parameters: [String: Any],
    redaction: LogRedaction
  ) -> [UInt8] {
    var json = LogJSON(redaction: redaction)
    // Sufficient for nearly every line, so that one allocation is enough.
    json.bytes.reserveCapacity(64 + url.utf8.count + parameters.count * 32)
    json.bytes.append(moment: moment)
    json.bytes.appendGap()
    append(url: url, to: &json.bytes, redaction: redaction)
    json.bytes.appendGap()
    json.append(object: parameters)
    json.bytes.append(UInt8(ascii: "\n"))
    return json.bytes
  }

  /// Appends a URL in the format of a line.
  static func append(url: String, to bytes: inout [UInt8], redaction: LogRedaction) {
    ByteView.of(url) { view in
      if view.isASCII {
        append(url: view, to: &bytes, redaction: redaction)
      } else {
        ByteView.of(HarmlessText.percentEncoding(url)) {
          append(url: $0, to: &bytes, redaction: redaction)
        }
      }
    }
  }

  /// Returns the URL in a line.
  static func url(in line: String) -> String? {
    // Date, time, empty, URL.
    let parts = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
    return parts.count > 3 ? String(parts[3]) : nil
  }

  /// Appends a URL, without a trailing question mark and without redacted values.
  private static func append(
    url: ByteView, to bytes: inout [UInt8], redaction: LogRedaction
  ) {
    var queryStart: Int?
    var fragmentStart = url.count
    var offset = url.offsetOfPunctuation(from: 0)
    while offset < fragmentStart {
      if url[offset] == ASCII.number { fragmentStart = offset }
      if url[offset] == ASCII.question, queryStart == nil { queryStart = offset }
      offset = url.offsetOfPunctuation(from: offset + 1)
    }
    bytes.append(part: 0..<(queryStart ?? fragmentStart), of: url)
    if let queryStart, queryStart + 1 < fragmentStart {
      bytes.append(ASCII.question)
      bytes.append(pairs: queryStart + 1..<fragmentStart, of: url, redaction: redaction)
    }
    if fragmentStart < url.count {
      bytes.append(ASCII.number)
      bytes.append(pairs: fragmentStart + 1..<url.count, of: url, redaction: redaction)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func appendGap() {
    append(ASCII.space)
    append(ASCII.space)
  }

  fileprivate mutating func append(
    pairs range: Range<Int>, of url: ByteView, redaction: LogRedaction
  ) {
    if redaction.isEmpty {
      append(part: range, of: url)
    } else {
      let text = redaction.redacting(pairs: url.text(in: range)[...])
      ByteView.of(text) { append(part: 0..<$0.count, of: $0) }
    }
  }

  /// Appends a part of a URL.
  ///
  /// Spaces and control characters are percent-encoded, because with them a URL could look like
  /// several parts or lines.
  fileprivate mutating func append(part range: Range<Int>, of url: ByteView) {
    var start = range.lowerBound
    var offset = url.offsetOfPunctuation(from: start)
    while offset < range.upperBound {
      let byte = url[offset]
      if byte <= ASCII.space || byte == ASCII.delete {
        url.append(start..<offset, to: &self)
        append(ASCII.percent)
        append(hexDigit: byte >> 4)
        append(hexDigit: byte & 15)
        start = offset + 1
      }
      offset = url.offsetOfPunctuation(from: offset + 1)
    }
    url.append(start..<range.upperBound, to: &self)
  }

  /// Appends a number below 16 as a digit.
  mutating func append(hexDigit number: UInt8) {
    append(number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "A") + number - 10)
  }
}

/// The keys whose values must not be written.
package struct LogRedaction: Sendable {
  /// The string in place of a value.
  package static let mark = "•••"

  private let keys: Set<String>

  /// Hides the values of keys, compared without regard to case.
  package init(keys: Set<String>) {
    self.keys = Set(keys.map { $0.lowercased() })
  }

  var isEmpty: Bool { keys.isEmpty }

  /// Returns whether the value of a key must not be written.
  package func hides(_ key: some StringProtocol) -> Bool {
    !keys.isEmpty && keys.contains(key.lowercased())
  }

  /// Returns the pairs of a query or fragment without the hidden values.
  ///
  /// Keys are compared without percent encoding.
  func redacting(pairs: Substring) -> String {
    let written = pairs.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
      let key = String(pair[..<equals]).replacing("+", with: " ")
      guard hides(key.removingPercentEncoding ?? key) else { return String(pair) }
      return String(pair[...equals]) + Self.mark
    }
    return written.joined(separator: "&")
  }
}
