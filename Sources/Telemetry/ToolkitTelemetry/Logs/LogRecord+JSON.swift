internal import Foundation
internal import RecordFormat
internal import ToolkitTrace

extension LogRecord {
  /// The record as a JSON object and a newline, without terminal control characters.
  var jsonLine: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.string(timeText, as: "time")
      json.string("\(severity)", as: "severity")
      json.string(source, as: "source")
      json.string(message, as: "message")
      if let location {
        json.string(location.fileID, as: "file")
        json.number(Int32(clamping: location.line), as: "line")
      }
      if let texts = span?.texts {
        json.string(texts.trace, as: "trace")
        json.string(texts.span, as: "span")
      }
      if !attributes.isEmpty {
        json.object(as: "attributes") { json in
          for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
            json.member(name, value)
          }
        }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// The time in UTC, in milliseconds.
  private var timeText: String {
    let (seconds, rest) = nanosecondsSince1970.quotientAndRemainder(dividingBy: 1_000_000_000)
    // Before 1970, the remainder is negative.
    let (second, nanoseconds) = rest < 0 ? (seconds - 1, rest + 1_000_000_000) : (seconds, rest)
    let text = Date(timeIntervalSince1970: Double(second)).formatted(.iso8601)
    let milliseconds = String(1000 + nanoseconds / 1_000_000).dropFirst()
    return "\(text.dropLast()).\(milliseconds)Z"
  }
}
