/// One line of the log: when, which URL, with which parameters.
///
/// ```
/// 2018-12-01 02:06:54  kl://SwiftClass/double  {"test":"666"}
/// ```
///
/// Date and time in UTC, the URL and the parameters as JSON stand apart by two
/// spaces. The parameters are always there, `{}` when there are none, so that
/// every line has three parts. No part contains a line break, and the URL
/// contains no space.
enum LogLine {
  /// The bytes of a line, with the line break that ends it.
  static func bytes(
    at moment: LogMoment,
    url: String,
    parameters: [String: Any],
    redaction: LogRedaction
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64 + url.utf8.count + parameters.count * 32)
    bytes.append(moment: moment)
    bytes.appendGap()
    append(url: url, to: &bytes, redaction: redaction)
    bytes.appendGap()
    var json = LogJSON(redaction: redaction, bytes: bytes)
    // Two owners of the bytes would copy them at the next change.
    bytes = []
    json.append(object: parameters)
    json.bytes.append(UInt8(ascii: "\n"))
    return json.bytes
  }

  /// Appends a URL without a question mark that nothing follows, and without
  /// what must not be written.
  private static func append(url: String, to bytes: inout [UInt8], redaction: LogRedaction) {
    let fragmentStart = url.firstIndex(of: "#") ?? url.endIndex
    let queryStart = url[..<fragmentStart].firstIndex(of: "?") ?? fragmentStart
    bytes.append(urlPart: url[..<queryStart])
    let query = url[queryStart..<fragmentStart].dropFirst()
    if !query.isEmpty {
      bytes.append(UInt8(ascii: "?"))
      bytes.append(pairs: query, redaction: redaction)
    }
    let fragment = url[fragmentStart...]
    if !fragment.isEmpty {
      bytes.append(UInt8(ascii: "#"))
      bytes.append(pairs: fragment.dropFirst(), redaction: redaction)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func appendGap() {
    append(UInt8(ascii: " "))
    append(UInt8(ascii: " "))
  }

  fileprivate mutating func append(pairs: Substring, redaction: LogRedaction) {
    if redaction.isEmpty {
      append(urlPart: pairs)
    } else {
      append(urlPart: redaction.redacting(pairs: pairs))
    }
  }

  /// Appends a part of a URL; a space or a control character, with which a URL
  /// could pass itself off as several parts or lines, is percent-encoded.
  fileprivate mutating func append(urlPart: some StringProtocol) {
    for byte in urlPart.utf8 {
      if byte > 0x20, byte != 0x7F {
        append(byte)
      } else {
        append(UInt8(ascii: "%"))
        append(hexDigit: byte >> 4)
        append(hexDigit: byte & 15)
      }
    }
  }

  /// Appends a number below 16 as a digit.
  mutating func append(hexDigit number: UInt8) {
    append(number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "A") + number - 10)
  }
}
